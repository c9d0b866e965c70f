import { sql } from 'kysely';
import type { NamedReference, ReferencedKind } from '../contracts/record-fields.ts';
import { type ReferencedTables, referencedTable } from '../database/referenced-tables.ts';
import type { AccountContext } from '../kernel/context.ts';

/** A record that cells of files name. */
export interface ReferencedRow {
  /** The kind, by its type. */
  type: string;
  id: string;
  name: string;
  /** Its code, or the email address of a person. */
  code: string | null;
  /** What it is a part of: of a carrier option its carrier. */
  withinID: string | null;
  /** People who left stay with their old customers, but nobody gets them any more. */
  isGone: boolean;
}

/** What a text stands for: the record, or why it is none. */
export type FoundReference = { record: ReferencedRow } | { message: string; isMissing: boolean };

const squeezed = (text: string): string => text.toLowerCase().replace(/[\s_-]+/g, '');

/** Everything of some kinds that cells may name; found once for a chunk. */
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

  /** Whether what something referred to is still there. */
  has({ id }: NamedReference): boolean {
    return id !== null && this.byID.has(id);
  }

  /** Records of this name or code: as it is written, else without case, else without blanks and dashes as well. */
  all({ type }: ReferencedKind, text: string): readonly ReferencedRow[] {
    return (
      this.#byText.get(`${type}=${text}`) ??
      this.#byText.get(`${type}~${text.toLowerCase()}`) ??
      this.#byText.get(type + squeezed(text)) ??
      []
    );
  }

  /** The one record of this name or code. */
  find(kind: ReferencedKind, text: string): FoundReference {
    const [record, other] = this.all(kind, text);
    if (!record) return { message: `There is no ${kind.noun} ${text}`, isMissing: true };
    if (!other) return { record };
    const hint = kind.by.includes('email') ? 'give the email address' : 'give the exact name';
    return { message: `Several are called ${text}: ${hint}`, isMissing: false };
  }
}

/** Loads all that the account has of these kinds, in one statement: carriers, terms and the like are few. */
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
