import { sql } from 'kysely';
import type { NamedReference, ReferencedKind } from '../../contracts/records/fields/record-fields.ts';
import { type ReferencedTables, referencedTable } from '../../database/rows/referenced-tables.ts';
import type { AccountContext } from '../../kernel/context/context.ts';

/** A record that cells may name. */
export interface ReferencedRow {
  /** Type of the kind. */
  type: string;
  id: string;
  name: string;
  /** Its code, or a person's email. */
  code: string | null;
  /** Id of the parent record: the carrier of a carrier option. */
  withinID: string | null;
  /** True for records that can no longer be chosen, such as people who have left; existing references stay. */
  isGone: boolean;
}

/** The record that a text names, or the reason why there is none. */
export type FoundReference = { record: ReferencedRow } | { message: string; isMissing: boolean };

const squeezed = (text: string): string => text.toLowerCase().replace(/[\s_-]+/g, '');

/** All records of some kinds that cells may name, loaded once per chunk. */
export class NamedRecords {
  readonly byID = new Map<string, ReferencedRow>();
  readonly #byText = new Map<string, ReferencedRow[]>();

  constructor(records: readonly ReferencedRow[]) {
    for (const record of records) {
      this.byID.set(record.id, record);
      if (record.isGone) continue;
      const texts = [record.name, ...(record.code ? [record.code] : [])];
      const keys = new Set(texts.flatMap((text) => [`=${text}`, `~${text.toLowerCase()}`, squeezed(text)]));
      for (const key of keys) {
        const known = this.#byText.get(record.type + key);
        if (known) known.push(record);
        else this.#byText.set(record.type + key, [record]);
      }
    }
  }

  /** Whether the referenced record still exists. */
  has({ id }: NamedReference): boolean {
    return id !== null && this.byID.has(id);
  }

  /** Records with this name or code: exact matches, else ignoring case, else also ignoring spaces and dashes. */
  all({ type }: ReferencedKind, text: string): readonly ReferencedRow[] {
    return (
      this.#byText.get(`${type}=${text}`) ??
      this.#byText.get(`${type}~${text.toLowerCase()}`) ??
      this.#byText.get(type + squeezed(text)) ??
      []
    );
  }

  /** The only record with this name or code. */
  find(kind: ReferencedKind, text: string): FoundReference {
    const [record, other] = this.all(kind, text);
    if (!record) return { message: `There is no ${kind.noun} ${text}`, isMissing: true };
    if (!other) return { record };
    const hint = kind.by.includes('email') ? 'give the email address' : 'give the exact name';
    return { message: `Several are called ${text}: ${hint}`, isMissing: false };
  }
}

/** Loads all the account's records of these kinds in one statement, because carriers, terms and the like are few. */
export async function namedRecords(
  ctx: AccountContext,
  kinds: readonly ReferencedKind[],
  tables: ReferencedTables,
): Promise<NamedRecords> {
  const selects = kinds.map((kind) => {
    const { table, among, gone, within } = referencedTable(tables, kind);
    const [, code] = kind.by;
    return sql`select ${kind.type}::text as type, id, name, ${code ? sql.ref(code) : sql`null::text`} as code,
        ${within ? sql.ref(within) : sql`null::text`} as "withinID", ${gone ?? sql`false`} as "isGone"
      from ${sql.table(table)} where account_id = ${ctx.account.id} and ${among ?? sql`true`}`;
  });
  const { rows } = await sql<ReferencedRow>`${sql.join(selects, sql` union all `)} order by type, name, id`.execute(
    ctx.em.query(),
  );
  return new NamedRecords(rows);
}
