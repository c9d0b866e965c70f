import { type RawBuilder, sql } from 'kysely';
import type { DeclaredState, Predicate, States } from '../../contracts/records/states.ts';

type Table = Readonly<Record<string, DeclaredState>>;

/** A condition or value for tagged SQL and plain text. */
export type StateText<Value> = RawBuilder<Value> & { toString(): string };

type Conditions<Declared extends Table> = {
  readonly [Asked in Predicate<Declared>]: (column: string | StateText<string>) => StateText<boolean>;
};

/** The states of a record in SQL. SQL names states only through it. */
export type StateSQL<Declared extends Table> = Conditions<Declared> & {
  /** The states behind the conditions. */
  readonly states: States<Declared>;
  /** Table and column of the state: `commerce.shipment` and `status`. A derived state has no column. */
  readonly table: string | undefined;
  readonly column: string | undefined;
  /** Views and functions that name a state, each with the codes that existed when a developer last reviewed it. */
  readonly seenBy: Readonly<Record<string, readonly string[]>>;
  /** Negated conditions. */
  readonly not: Conditions<Declared>;
  /** Condition of a CHECK constraint: the column contains one of the codes. */
  check(column?: string): string;
  /** Code and name as JSON, of a column or a derived state. */
  named(column: string | StateText<string>): StateText<{ code: keyof Declared & string; name: string }>;
  /** The name of a code for people. */
  nameOf(column: string | StateText<string>): StateText<string>;
  /** A state derived from other columns, as SQL in parentheses. */
  derived(written: string): StateText<keyof Declared & string>;
  /** A code to write. */
  to<Code extends keyof Declared & string>(code: Code): StateText<Code>;
};

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const text = <Value>(written: string): StateText<Value> =>
  Object.assign(sql.raw<Value>(written), { toString: () => written });

/** Condition that the column contains one of the codes, or none of them. */
const among = (column: string, codes: readonly string[], isAmong: boolean): string =>
  codes.length === 1
    ? `${column} ${isAmong ? '=' : '<>'} ${quoted(codes[0] as string)}`
    : `${column} ${isAmong ? 'in' : 'not in'} (${codes.map(quoted).join(', ')})`;

/**
 * The states of a record for SQL: `stateSQL(shipmentStates).left('shipment.status')`.
 * @param kept table and column, declared by the plugin that owns the table, and its views and functions that name a
 * state: `{ 'commerce.v_order_progress': ['packed', 'shipped', 'void'] }`, with all codes that existed at the last
 * review
 */
export function stateSQL<Declared extends Table>(
  states: States<Declared>,
  kept: { table?: string; column?: string; seenBy?: Readonly<Record<string, readonly string[]>> } = {},
): StateSQL<Declared> {
  const conditions = (isAmong: boolean) =>
    Object.fromEntries(
      Object.entries<readonly string[]>(states.those).map(([question, codes]) => [
        question,
        (of: string | StateText<string>) => text<boolean>(among(`${of}`, codes, isAmong)),
      ]),
    );
  const nameOf = (of: string | StateText<string>): string =>
    `case ${of} ${states.codes.map((code) => `when ${quoted(code)} then ${quoted(states.names[code])}`).join(' ')} end`;
  return {
    ...conditions(true),
    not: conditions(false),
    states,
    table: kept.table,
    column: kept.column,
    seenBy: kept.seenBy ?? {},
    check: (of = 'status') => `${of} in (${states.codes.map(quoted).join(', ')})`,
    named: (of: string | StateText<string>) => text(`json_build_object('code', ${of}, 'name', ${nameOf(of)})`),
    nameOf: (of: string | StateText<string>) => text(nameOf(of)),
    derived: (written: string) => text(`(${written})`),
    to: (code: string) => text(quoted(code)),
  } as StateSQL<Declared>;
}
