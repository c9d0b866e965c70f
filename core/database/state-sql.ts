import { type RawBuilder, sql } from 'kysely';
import type { DeclaredState, Predicate, States } from '../contracts/states.ts';

type Table = Readonly<Record<string, DeclaredState>>;

/** A condition or value that stands in tagged SQL and in plain texts alike. */
export type StateText<Value> = RawBuilder<Value> & { toString(): string };

type Conditions<Declared extends Table> = {
  readonly [Asked in Predicate<Declared>]: (column: string | StateText<string>) => StateText<boolean>;
};

/** The states of a record as SQL asks for them; nothing else in SQL names a state. */
export type StateSQL<Declared extends Table> = Conditions<Declared> & {
  /** The states that the conditions come from. */
  readonly states: States<Declared>;
  /** Where the database keeps it: `commerce.shipment` and `status`; a state that follows from others has no column. */
  readonly table: string | undefined;
  readonly column: string | undefined;
  /** Views and functions that name a state, each with the codes of the day somebody last looked at it. */
  readonly seenBy: Readonly<Record<string, readonly string[]>>;
  /** That something does not hold. */
  readonly not: Conditions<Declared>;
  /** Condition of a CHECK: the column holds one of the codes. */
  check(column?: string): string;
  /** A code with its name as JSON, of a column or a derived state. */
  named(column: string | StateText<string>): StateText<{ code: keyof Declared & string; name: string }>;
  /** The people's name of a code. */
  nameOf(column: string | StateText<string>): StateText<string>;
  /** A state that follows from other columns: its SQL, said once, in brackets. */
  derived(written: string): StateText<keyof Declared & string>;
  /** A code to be written. */
  to<Code extends keyof Declared & string>(code: Code): StateText<Code>;
};

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const text = <Value>(written: string): StateText<Value> =>
  Object.assign(sql.raw<Value>(written), { toString: () => written });

/** That the column holds one of the codes, or none of them. */
const among = (column: string, codes: readonly string[], isAmong: boolean): string =>
  codes.length === 1
    ? `${column} ${isAmong ? '=' : '<>'} ${quoted(codes[0] as string)}`
    : `${column} ${isAmong ? 'in' : 'not in'} (${codes.map(quoted).join(', ')})`;

/**
 * The states of a record for SQL: `stateSQL(shipmentStates).left('shipment.status')`.
 * @param kept where the database keeps them, said by the plugin that owns the table, and which of its views and
 * functions name a state: `{ 'commerce.v_order_progress': ['packed', 'shipped', 'void'] }`, with all codes of the day
 * somebody looked at it
 */
export function stateSQL<Declared extends Table>(
  states: States<Declared>,
  kept: { table?: string; column?: string; seenBy?: Readonly<Record<string, readonly string[]>> } = {},
): StateSQL<Declared> {
  const conditions = (isAmong: boolean) =>
    Object.fromEntries(
      Object.entries<readonly string[]>(states.those).map(([asked, codes]) => [
        asked,
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
  } as unknown as StateSQL<Declared>;
}
