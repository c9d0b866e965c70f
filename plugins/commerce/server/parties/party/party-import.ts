import type { PlaceDetails } from '@millwright/core/contracts';
import { type AccountContext, type ImportVerdict, type ParsedRow, sql } from '@millwright/core/server';
import { type Fault, type ImportRecord, rowOf, textOf } from '../../document/import/import-row.ts';
import type { NamedParty, PartyKindName } from './party-kind.ts';
import { retiredNumbers } from './party-numbers.ts';

/** Address fields without columns in files. */
export interface StoredAddressParts {
  id: string;
  version: number;
  placeID: string | null;
  addressDetails: PlaceDetails | null;
}

/** The address in a column of the row, as JSON; for a query with `... as customer`. */
export const storedAddress = (kind: PartyKindName, column: string) => sql`(select jsonb_build_object('id', address.id,
    'version', address.version, 'name', address.name, 'line1', address.line1, 'line2', address.line2,
    'city', address.city, 'state', address.state, 'postalCode', address.postal_code, 'country', address.country,
    'phone', address.phone, 'email', address.email, 'placeID', address.place_id,
    'addressDetails', address.address_details)
  from core.v_party_addresses address
  where address.account_id = ${sql.ref(`${kind}.account_id`)} and address.id = ${sql.ref(`${kind}.${column}`)})`;

/** Customers or suppliers by id, by number, or by name in any case. */
export interface WantedParties {
  ids?: readonly string[];
  numbers?: readonly string[];
  names?: readonly string[];
}

/** The same as a condition; undefined for none. */
export function isWanted(kind: PartyKindName, { ids = [], numbers = [], names = [] }: WantedParties) {
  const [id, number, name] = [sql.ref(`${kind}.id`), sql.ref(`${kind}.number`), sql.ref(`${kind}.name`)];
  const conditions = [
    ...(ids.length ? [sql`${id} = any(${[...ids]}::text[])`] : []),
    ...(numbers.length ? [sql`${number} = any(${[...numbers]}::text[])`] : []),
    ...(names.length
      ? [
          // The database may lower-case some letters differently.
          sql`${name} = any(${[...names]}::text[])`,
          sql`lower(${name}) = any(${names.map((each) => each.toLowerCase())}::text[])`,
        ]
      : []),
  ];
  return conditions.length ? sql`(${sql.join(conditions, sql` or `)})` : undefined;
}

/** Existing customers or suppliers that rows may refer to. */
export interface KnownParties<Stored> {
  byNumber: ReadonlyMap<string, Stored>;
  /** By lower-case name; several may have the same name. */
  byName: ReadonlyMap<string, readonly Stored[]>;
  retired: ReadonlySet<string>;
}

/**
 * The customers or suppliers that the rows name by number or, without one, by name; in a fixed number of statements.
 */
export async function knownParties<Stored extends NamedParty>(
  ctx: AccountContext,
  kind: PartyKindName,
  rows: readonly ParsedRow[],
  find: (wanted: WantedParties) => Promise<Stored[]>,
): Promise<KnownParties<Stored>> {
  const [numbers, names] = [new Set<string>(), new Set<string>()];
  for (const row of rows) {
    const [number, name] = [textOf(row, 'number'), textOf(row, 'name')];
    if (number !== undefined) numbers.add(number);
    else if (name !== undefined) names.add(name);
  }
  const [stored, retired] = await Promise.all([
    find({ numbers: [...numbers], names: [...names] }),
    retiredNumbers(ctx, kind, [...numbers]),
  ]);
  const byNumber = new Map(stored.map((party) => [party.number, party]));
  return {
    byNumber,
    byName: Map.groupBy(stored, ({ name }) => name.toLowerCase()),
    // A number that a former owner has again is not retired.
    retired: new Set([...retired].filter((number) => !byNumber.has(number))),
  };
}

/** The record of a row: by number, else by a name that only one record has. */
export function partyOfRow<Stored extends NamedParty>(
  kind: PartyKindName,
  row: ParsedRow,
  { byNumber, byName, retired }: KnownParties<Stored>,
  fault: Fault,
): Stored | undefined {
  const number = textOf(row, 'number');
  if (number !== undefined) {
    if (retired.has(number)) fault('number', `The number ${number} stays taken by a ${kind} that was deleted`);
    return byNumber.get(number);
  }
  const name = textOf(row, 'name') ?? '';
  const all = byName.get(name.toLowerCase()) ?? [];
  const exact = all.filter((party) => party.name === name);
  const [found, ...others] = exact.length ? exact : all;
  if (!found || !others.length) return found;
  const numbers = [found, ...others].map((party) => party.number);
  const shown = `${numbers.slice(0, 5).join(', ')}${numbers.length > 5 ? ', ...' : ''}`;
  fault('name', `${numbers.length} ${kind}s are called ${name}: ${shown}. Give the number`);
  return undefined;
}

/** Number and name for a row: an existing number stays, and a record found by name keeps its spelling. */
export function namesOf(
  kind: PartyKindName,
  row: ParsedRow,
  before: NamedParty | undefined,
  fault: Fault,
): { number: string | null; name: string } {
  const number = textOf(row, 'number');
  const name = (before && number === undefined ? before.name : textOf(row, 'name')) ?? before?.name ?? '';
  if (!name) fault('name', `${kind === 'customer' ? 'Customer' : 'Supplier'} name is required`);
  return { number: before?.number ?? number ?? null, name };
}

type Verdict<Data> = ImportVerdict<Data | null>;

/** Turns a verdict into an error. */
export function refuse(verdict: Verdict<unknown>, row: number, field: string, message: string): void {
  verdict.effect = 'error';
  verdict.changes = [];
  verdict.warnings = [];
  verdict.errors.push({ row, field, message });
}

/**
 * Refuses a record that two rows name, by number or name; two different numbers are different records, even with equal
 * names.
 */
export function refuseRepeats<Data>(
  kind: PartyKindName,
  records: readonly ImportRecord[],
  verdicts: readonly Verdict<Data>[],
  nameOf: (data: Data) => string,
): void {
  const all = verdicts.flatMap((verdict, index) => {
    const row = rowOf(records[index] as ImportRecord);
    if (!verdict.data) return [];
    const key = verdict.recordID ?? `+${nameOf(verdict.data).toLowerCase()}`;
    return [{ verdict, key, row: row.row, isNumbered: textOf(row, 'number') !== undefined }];
  });
  const numbered = new Map(all.filter((each) => each.isNumbered).map(({ key, row }) => [key, row]));
  const named = new Map<string, number>();
  for (const { verdict, key, row, isNumbered } of all) {
    if (isNumbered) continue;
    const other = numbered.get(key) ?? named.get(key);
    named.set(key, row);
    if (other !== undefined) refuse(verdict, row, 'name', `Row ${other} is about this ${kind} too`);
  }
}
