import type { FieldDeclaration, NamedReference } from '@millwright/core/contracts';
import {
  type AccountContext,
  type AppliedRow,
  type ImportDefinition,
  referenceSQL,
  sql,
  type UndoneSet,
} from '@millwright/core/server';
import {
  createCarrierBody,
  createPaymentTermBody,
  createShippingTermBody,
  type PaymentTermCode,
} from '../../contracts/index.ts';
import { carrierRecord } from './carrier/carrier.part.ts';
import { paymentTermRecord } from './payment-term/payment-term.part.ts';
import { shippingTermRecord } from './shipping-term/shipping-term.part.ts';

/** Records that an import may create from a name alone. */
export type TermKind = 'carrier' | 'payment_term' | 'shipping_term';

/** A carrier or term that an import created for a row; undone together with the row. */
interface MadeTerm {
  kind: TermKind;
  id: string;
  name: string;
}

type Undo = ImportDefinition['undo'];
type TermFields = { readonly names: readonly string[]; readonly fields: Readonly<Record<string, FieldDeclaration>> };

/** Answers the id for a stand-in, creating the record if it does not exist yet; other ids are answered unchanged. */
export type MakeTerm = (kind: TermKind, id: string) => Promise<string>;

const kinds = {
  carrier: { what: 'carriers', right: 'carriers:create', body: createCarrierBody, record: carrierRecord },
  payment_term: {
    what: 'payment terms',
    right: 'payment_terms:create',
    body: createPaymentTermBody,
    record: paymentTermRecord,
  },
  shipping_term: {
    what: 'shipping terms',
    right: 'shipping_terms:create',
    body: createShippingTermBody,
    record: shippingTermRecord,
  },
} as const;

export const isTermKind = (type: string): type is TermKind => type in kinds;

/** Values of a record with stand-ins replaced by the ids of created carriers and terms. */
export async function withTerms<Values extends object>(
  values: Values,
  table: TermFields,
  make: MakeTerm,
): Promise<Values> {
  const made = { ...values } as Values & Record<string, NamedReference | null>;
  for (const name of table.names) {
    const [declared, kept] = [table.fields[name], made[name]];
    if (declared?.kind !== 'reference' || !isTermKind(declared.to.type) || !kept?.id) continue;
    Object.assign(made, { [name]: { ...kept, id: await make(declared.to.type, kept.id) } });
  }
  return made;
}

const codesOfWords: readonly [RegExp, PaymentTermCode][] = [
  [/\bcod\b|cash on delivery/, 'cod'],
  [/\bcia\b|cash in advance|advance/, 'cia'],
  [/credit card|\bcard\b/, 'ccd'],
  [/prepaid|prepayment/, 'prepaid'],
];

/** The code that a payment term's name implies; for '2% 10 net 30' by the days after 'net'. */
function paymentCodeOf(name: string): PaymentTermCode | undefined {
  const text = name.toLowerCase();
  const days = /\bn(?:et)?[ _-]?(\d+)\b/.exec(text)?.[1] ?? /\b(\d+) ?d(?:ays?)?\b/.exec(text)?.[1];
  if (days !== undefined)
    return (['net_30', 'net_45', 'net_60', 'net_90'] as const).find((code) => code === `net_${days}`);
  return codesOfWords.find(([words]) => words.test(text))?.[1];
}

/** Prefix of a stand-in id; the name of the record to create follows. */
const mark = 'new:';

/** A stand-in for a record that is created when the row is written, or the reason why it cannot be created. */
export function standIn(ctx: AccountContext, kind: TermKind, text: string): { id: string } | { fault: string } {
  const { what, right, body } = kinds[kind];
  if (!ctx.can(right)) return { fault: `You do not have the right to create ${what}` };
  const read = body.shape.name.safeParse(text);
  if (!read.success) return { fault: read.error.issues[0]?.message ?? 'Cannot be read' };
  if (kind === 'payment_term' && !paymentCodeOf(text))
    return { fault: `${text} does not say when an invoice is due; import payment terms with their code first` };
  return { id: `${mark}${read.data}` };
}

/** Writes the rows of a chunk and creates missing records: each once, recorded with the first row that names it. */
export async function writeWithTerms<Row extends { key: string }, Written extends { key: string; undo: object }>(
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
        const found = known.get(key) ?? (await createTerm(ctx, kind, name));
        if (!known.has(key)) made.set(row.key, [...(made.get(row.key) ?? []), { kind, id: found, name }]);
        known.set(key, found);
        return found;
      }),
    );
  const written = await write(ready);
  return written.map((each) => {
    const madeTerm = made.get(each.key);
    return madeTerm ? { ...each, undo: { ...each.undo, made: madeTerm } } : each;
  });
}

/** Undo of rows, including the records that were created for them. */
export function undoWithTerms({ refusals, apply }: Undo): Undo {
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
      for (const made of rows.flatMap(madeFor)) await removeTerm(ctx, made);
      return versions;
    },
  };
}

async function removeTerm(ctx: AccountContext, { kind, id }: MadeTerm): Promise<void> {
  // Deleted orders keep their references invisibly, so these are cleared.
  await sql`update commerce.sales_order set ${sql.ref(`${kind}_id`)} = null
    where account_id = ${ctx.account.id} and ${sql.ref(`${kind}_id`)} = ${id} and deleted_at is not null`.execute(
    ctx.em.query(),
  );
  await kinds[kind].record.remove(ctx, id);
}

async function createTerm(ctx: AccountContext, kind: TermKind, name: string): Promise<string> {
  if (kind !== 'payment_term') return (await kinds[kind].record.create(ctx, { name })).id;
  const code = paymentCodeOf(name);
  if (!code) throw new Error(`The payment term ${name} was let through without a code`);
  return (await paymentTermRecord.create(ctx, { name, code })).id;
}

/** Why created terms cannot be deleted, by id: records outside the import refer to them. */
async function refusalsOfMade(
  ctx: AccountContext,
  made: readonly MadeTerm[],
  set: UndoneSet,
): Promise<ReadonlyMap<string, string>> {
  const reasons = new Map<string, string>();
  for (const [kind, own] of Map.groupBy(made, (each) => each.kind)) {
    const names = new Map(own.map(({ id, name }) => [id, name]));
    for (const { table, column, label = "''", where = 'true' } of ctx.referencesTo(kind)) {
      // References of deleted orders do not count, because they are not shown.
      const isLive = table === 'commerce.sales_order' ? sql`referrer.deleted_at is null` : sql`true`;
      const { rows } = await sql<{ id: string; userID: string; label: string }>`
        select referrer.${sql.ref(column)} as id, referrer.id as "userID", (${referenceSQL(ctx, label)})::text as label
        from ${sql.table(table)} referrer
        where referrer.account_id = ${ctx.account.id}
          and referrer.${sql.ref(column)} = any(${[...names.keys()]}::text[])
          and ${referenceSQL(ctx, where)} and ${isLive} order by 3`.execute(ctx.em.query());
      const byIt = await set.writtenByIt(rows.map(({ userID }) => userID));
      for (const { id, userID, label: user } of rows)
        if (!byIt.has(userID)) reasons.set(id, `${names.get(id)}, which the import made, is used by ${user}`);
    }
  }
  return reasons;
}
