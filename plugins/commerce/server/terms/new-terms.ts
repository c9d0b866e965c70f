import type { FieldDeclaration, NamedReference } from '@millwright/core/contracts';
import {
  type AccountContext,
  type AppliedRow,
  type ImportDefinition,
  sql,
  type UndoneSet,
} from '@millwright/core/server';
import {
  createCarrierBody,
  createPaymentTermBody,
  createShippingTermBody,
  type PaymentTermCode,
} from '../../contracts/index.ts';
import type { CarrierService } from './carrier/carrier.service.ts';
import type { PaymentTermService } from './payment-term/payment-term.service.ts';
import type { ShippingTermService } from './shipping-term/shipping-term.service.ts';

/** What an import may create by its name alone. */
export type TermKind = 'carrier' | 'payment_term' | 'shipping_term';

/** A carrier or term that an import made for a row, to be removed with it. */
interface MadeTerm {
  kind: TermKind;
  id: string;
  name: string;
}

type Undo = ImportDefinition['undo'];
type TermFields = { readonly names: readonly string[]; readonly fields: Readonly<Record<string, FieldDeclaration>> };

/** Answers the id behind a stand-in, which is made where nobody has it yet, and any other id as it is. */
export type MakeTerm = (kind: TermKind, id: string) => Promise<string>;

const kinds = {
  carrier: { what: 'carriers', right: 'carriers:create', name: createCarrierBody.shape.name },
  payment_term: { what: 'payment terms', right: 'payment_terms:create', name: createPaymentTermBody.shape.name },
  shipping_term: { what: 'shipping terms', right: 'shipping_terms:create', name: createShippingTermBody.shape.name },
} as const;

export const isTermKind = (type: string): type is TermKind => type in kinds;

/** Values of a record with the carriers and terms that are made for them. */
export async function withTerms<Values extends object>(
  values: Values,
  table: TermFields,
  make: MakeTerm,
): Promise<Values> {
  const made = { ...values } as Values & Record<string, NamedReference | null>;
  for (const name of table.names) {
    const [declared, kept] = [table.fields[name], made[name]];
    if (declared?.kind !== 'reference' || !isTermKind(declared.to.type) || !kept?.id) continue;
    made[name as keyof Values] = { ...kept, id: await make(declared.to.type, kept.id) } as never;
  }
  return made;
}

const codesOfWords: readonly [RegExp, PaymentTermCode][] = [
  [/\bcod\b|cash on delivery/, 'cod'],
  [/\bcia\b|cash in advance|advance/, 'cia'],
  [/credit card|\bcard\b/, 'ccd'],
  [/prepaid|prepayment/, 'prepaid'],
];

/** What a payment term of this name can only mean; of '2% 10 net 30' the days behind 'net'. */
function paymentCodeOf(name: string): PaymentTermCode | undefined {
  const text = name.toLowerCase();
  const days = /\bn(?:et)?[ _-]?(\d+)\b/.exec(text)?.[1] ?? /\b(\d+) ?d(?:ays?)?\b/.exec(text)?.[1];
  if (days !== undefined)
    return (['net_30', 'net_45', 'net_60', 'net_90'] as const).find((code) => code === `net_${days}`);
  return codesOfWords.find(([words]) => words.test(text))?.[1];
}

/** Before the name of a record that is yet to be created, where its id will be. */
const mark = 'new:';

/** Stands for a record that writing the row will create, or says why it cannot. */
export function standIn(ctx: AccountContext, kind: TermKind, text: string): { id: string } | { fault: string } {
  const { what, right, name } = kinds[kind];
  if (!ctx.can(right)) return { fault: `You do not have the right to create ${what}` };
  const read = name.safeParse(text);
  if (!read.success) return { fault: read.error.issues[0]?.message ?? 'Cannot be read' };
  if (kind === 'payment_term' && !paymentCodeOf(text))
    return { fault: `${text} does not say when an invoice is due; import payment terms with their code first` };
  return { id: `${mark}${read.data}` };
}

/** Creates carriers and terms that rows of imports name and nobody has, and removes them again. */
export class NewTerms {
  readonly #carriers: CarrierService;
  readonly #paymentTerms: PaymentTermService;
  readonly #shippingTerms: ShippingTermService;

  constructor(carriers: CarrierService, paymentTerms: PaymentTermService, shippingTerms: ShippingTermService) {
    this.#carriers = carriers;
    this.#paymentTerms = paymentTerms;
    this.#shippingTerms = shippingTerms;
  }

  /**
   * Writes rows of one chunk with what has to be made for them: each once, remembered by the row that names it first.
   */
  async write<Row extends { key: string }, Written extends { key: string; undo: object }>(
    ctx: AccountContext,
    rows: readonly Row[],
    withTerms: (row: Row, make: MakeTerm) => Promise<Row>,
    write: (rows: readonly Row[]) => Promise<Written[]>,
  ): Promise<Written[]> {
    const known = new Map<string, string>();
    const made = new Map<string, MadeTerm[]>();
    const ready: Row[] = [];
    for (const row of rows)
      ready.push(
        await withTerms(row, async (kind, id) => {
          if (!id.startsWith(mark)) return id;
          const name = id.slice(mark.length);
          const key = `${kind} ${name.toLowerCase()}`;
          const found = known.get(key) ?? (await this.#create(ctx, kind, name));
          if (!known.has(key)) made.set(row.key, [...(made.get(row.key) ?? []), { kind, id: found, name }]);
          known.set(key, found);
          return found;
        }),
      );
    const written = await write(ready);
    return written.map((each) => {
      const own = made.get(each.key);
      return own ? { ...each, undo: { ...each.undo, made: own } } : each;
    });
  }

  /** Taking rows back with what was made for them. */
  undo({ refusals, apply }: Undo): Undo {
    const madeFor = ({ undo }: AppliedRow): MadeTerm[] => (undo as { made?: MadeTerm[] } | null)?.made ?? [];
    return {
      refusals: async (ctx, rows, set) => {
        const reasons = await refusalsOfMade(ctx, rows.flatMap(madeFor), set);
        const used = rows.flatMap((each) =>
          madeFor(each).flatMap(({ id, name }) => {
            const reason = reasons.get(id);
            return reason === undefined ? [] : [{ row: each.row, label: name, reason }];
          }),
        );
        return [...(await refusals(ctx, rows, set)), ...used];
      },
      apply: async (ctx, rows) => {
        const versions = await apply(ctx, rows);
        for (const made of rows.flatMap(madeFor)) await this.#remove(ctx, made);
        return versions;
      },
    };
  }

  async #remove(ctx: AccountContext, { kind, id }: MadeTerm): Promise<void> {
    // Deleted orders keep what they refer to, and show it nowhere.
    await sql`update commerce.sales_order set ${sql.ref(`${kind}_id`)} = null
      where account_id = ${ctx.account.id} and ${sql.ref(`${kind}_id`)} = ${id} and deleted_at is not null`.execute(
      ctx.em.query(),
    );
    if (kind === 'carrier') await this.#carriers.remove(ctx, id);
    else if (kind === 'payment_term') await this.#paymentTerms.remove(ctx, id);
    else await this.#shippingTerms.remove(ctx, id);
  }

  async #create(ctx: AccountContext, kind: TermKind, name: string): Promise<string> {
    if (kind === 'carrier') return (await this.#carriers.create(ctx, { name })).id;
    if (kind === 'shipping_term')
      return (await this.#shippingTerms.create(ctx, { name, isFreightExempt: false, isCarrierRate: false })).id;
    const code = paymentCodeOf(name);
    if (!code) throw new Error(`The payment term ${name} was let through without a code`);
    return (await this.#paymentTerms.create(ctx, { name, code })).id;
  }
}

/** Why terms that a set made cannot go, by their ids: something that the set did not write refers to them. */
async function refusalsOfMade(
  ctx: AccountContext,
  made: readonly MadeTerm[],
  set: UndoneSet,
): Promise<ReadonlyMap<string, string>> {
  const reasons = new Map<string, string>();
  for (const [kind, own] of Map.groupBy(made, (each) => each.kind)) {
    const names = new Map(own.map(({ id, name }) => [id, name]));
    for (const { table, column, label = "''", where = 'true' } of ctx.referencesTo(kind)) {
      // Deleted orders keep what they refer to, and show it nowhere.
      const isLive = table === 'commerce.sales_order' ? sql`referrer.deleted_at is null` : sql`true`;
      const { rows } = await sql<{ id: string; userID: string; label: string }>`
        select referrer.${sql.ref(column)} as id, referrer.id as "userID", (${sql.raw(label)})::text as label
        from ${sql.table(table)} referrer
        where referrer.account_id = ${ctx.account.id}
          and referrer.${sql.ref(column)} = any(${[...names.keys()]}::text[])
          and ${sql.raw(where)} and ${isLive} order by 3`.execute(ctx.em.query());
      const byIt = await set.writtenByIt(rows.map(({ userID }) => userID));
      for (const { id, userID, label: user } of rows)
        if (!byIt.has(userID)) reasons.set(id, `${names.get(id)}, which the import made, is used by ${user}`);
    }
  }
  return reasons;
}
