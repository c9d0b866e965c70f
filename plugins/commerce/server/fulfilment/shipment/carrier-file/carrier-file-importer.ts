import { decimal, toColumn, toWire } from '@millwright/core/contracts';
import {
  type AccountContext,
  audit,
  type ImportDefinition,
  type ImportVerdict,
  type ParsedRow,
  sql,
} from '@millwright/core/server';
import type { ShipmentStatus } from '../../../../contracts/index.ts';
import { shipmentStates } from '../../../../contracts/index.ts';
import { labelIs } from '../../../states/states.ts';
import { shipmentRecord, touchedShipments } from '../record/shipment-record.ts';
import { indexShipments } from '../record/shipment-search.ts';

/** What a carrier's file can say of a case. */
const named = { trackingNumber: 'Tracking number', freightWeight: 'Weight', freightAmount: 'Freight' } as const;
type Told = Record<keyof typeof named, string | null>;
const told = Object.keys(named) as (keyof Told)[];

interface CaseRow extends Told {
  id: string;
  shipmentID: string;
  number: string;
  shipmentNumber: string;
  position: number;
  sscc: string | null;
  caseCount: number;
  status: ShipmentStatus;
  version: number;
  hasLabel: boolean;
}

interface Undo {
  caseID: string;
  shipmentID: string;
  number: string;
  before: Told;
}

/** `1042-2`: the shipment's number and the case's place in it. */
const numberOf = (key: string): { number: string; position: number } | undefined => {
  const parts = /^(.{1,40})-(\d{1,4})$/.exec(key);
  return parts ? { number: parts[1] ?? '', position: Number(parts[2]) } : undefined;
};
const ssccOf = (key: string): string => key.replace(/^\(?00\)?(?=\d{18}$)/, '');

const columns = sql`held.id, shipment.id as "shipmentID", shipment.number || '-' || held.position as number,
  shipment.number as "shipmentNumber", held.position, held.sscc, shipment.status, held.version,
  held.tracking_number as "trackingNumber", held.freight_weight::text as "freightWeight",
  held.freight_amount::text as "freightAmount",
  (select count(*)::int from commerce.shipping_case other where other.account_id = held.account_id
    and other.shipment_id = held.shipment_id and other.deleted_at is null) as "caseCount",
  exists (select from commerce.shipping_label label where label.account_id = held.account_id
    and label.shipping_case_id = held.id and ${labelIs.wanted('label.status')}) as "hasLabel"`;

/** The cases that keys name: by number, by SSCC, or by the shipment where it has one case. */
async function casesOf(ctx: AccountContext, keys: readonly string[]): Promise<Map<string, CaseRow>> {
  const numbers = keys.flatMap((key) => [key, numberOf(key)?.number ?? key]);
  const { rows } = await sql<CaseRow>`select ${columns}
    from commerce.shipping_case held
    join commerce.shipment shipment on shipment.account_id = held.account_id and shipment.id = held.shipment_id
    where held.account_id = ${ctx.account.id} and held.deleted_at is null and shipment.deleted_at is null
      and (shipment.number = any(${[...new Set(numbers)]}::text[])
        or held.sscc = any(${keys.map(ssccOf)}::text[]))`.execute(ctx.em.query());
  const found = new Map<string, CaseRow>();
  for (const key of keys) {
    const [at, sscc] = [numberOf(key), ssccOf(key)];
    const matchingRow = rows.find(
      (row) =>
        row.sscc === sscc ||
        (row.shipmentNumber === at?.number && row.position === at.position) ||
        (row.shipmentNumber === key && row.caseCount === 1),
    );
    if (matchingRow) found.set(key, matchingRow);
  }
  return found;
}

const cellOf = (row: ParsedRow, field: keyof Told): string | null | undefined => {
  const value = row.fields[field];
  return typeof value === 'string' ? value : undefined;
};

const shown = (field: keyof Told, value: string | null): string | number | null =>
  value === null || field === 'trackingNumber' ? value : toWire(decimal(value));

const scales = { freightWeight: 6, freightAmount: 2 } as const;

/** What the row says, as columns have it; what it leaves empty stays. */
function wantedOf(row: ParsedRow, before: Told): Told {
  const wanted = { ...before };
  for (const field of told) {
    const cell = cellOf(row, field);
    if (cell) wanted[field] = field === 'trackingNumber' ? cell : toColumn(decimal(cell), scales[field]);
  }
  return wanted;
}

type Fault = { row: number; field: string; message: string };

function faultsOf(row: ParsedRow, of: CaseRow | undefined, changed: readonly (keyof Told)[]): Fault[] {
  const fault = (field: string, message: string): Fault[] => [{ row: row.row, field, message }];
  if (!of) return fault('case', 'There is no such case: write its number, as in 1042-2, or its SSCC');
  if (shipmentStates.is.void(of.status)) return fault('case', `Shipment ${of.shipmentNumber} is void`);
  const weight = cellOf(row, 'freightWeight');
  if (weight && decimal(weight).lte('0')) return fault('freightWeight', 'Must be above 0');
  const amount = cellOf(row, 'freightAmount');
  if (amount && decimal(amount).lt('0')) return fault('freightAmount', 'Must be at least 0');
  if ((cellOf(row, 'trackingNumber')?.length ?? 0) > 60) return fault('trackingNumber', 'At most 60 characters');
  if (shipmentStates.is.left(of.status) && changed.includes('freightWeight'))
    return fault('freightWeight', `Shipment ${of.shipmentNumber} has left: its weight no longer changes`);
  if (of.hasLabel && (changed.includes('freightWeight') || changed.includes('trackingNumber')))
    return fault('case', `Case ${of.number} has a label that was bought here: void it first`);
  return [];
}

interface Data {
  caseID: string;
  wanted: Told;
  before: Told;
  number: string;
}

function verdictOf(row: ParsedRow, key: string, of: CaseRow | undefined): ImportVerdict<Data | null> {
  const wanted = of && wantedOf(row, of);
  const changed = of && wanted ? told.filter((field) => shown(field, of[field]) !== shown(field, wanted[field])) : [];
  const errors = row.errors.length ? [] : faultsOf(row, of, changed);
  const isFaulty = errors.length > 0 || row.errors.length > 0;
  const before = of && {
    trackingNumber: of.trackingNumber,
    freightWeight: of.freightWeight,
    freightAmount: of.freightAmount,
  };
  return {
    key,
    label: of ? `Case ${of.number}` : key,
    effect: isFaulty ? 'error' : changed.length ? 'update' : 'unchanged',
    recordID: of?.shipmentID ?? null,
    changes:
      isFaulty || !of || !wanted
        ? []
        : changed.map((field) => ({
            field,
            label: named[field],
            from: shown(field, of[field]),
            to: shown(field, wanted[field]),
          })),
    errors,
    warnings: [],
    data: of && wanted && before ? { caseID: of.id, wanted, before, number: of.number } : null,
  };
}

/** Writes cases as they are given, and answers the version of each. */
async function writeCases(
  ctx: AccountContext,
  cases: readonly { caseID: string; shipmentID: string; number: string; from: Told; to: Told }[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; version: number }>`update commerce.shipping_case held set
      tracking_number = told.tracking, freight_weight = told.weight::numeric, freight_amount = told.amount::numeric,
      version = held.version + 1, updated_at = ${ctx.clock.now()}
    from jsonb_to_recordset(${JSON.stringify(
      cases.map(({ caseID, to }) => ({
        id: caseID,
        tracking: to.trackingNumber,
        weight: to.freightWeight,
        amount: to.freightAmount,
      })),
    )}::jsonb) as told (id text, tracking text, weight text, amount text)
    where held.account_id = ${ctx.account.id} and held.id = told.id
    returning held.id, held.version`.execute(ctx.em.query());
  for (const { shipmentID, number, from, to } of cases)
    audit(ctx, {
      record: shipmentRecord(shipmentID),
      action: 'case_changed',
      note: `Case ${number}`,
      changes: told
        .filter((field) => shown(field, from[field]) !== shown(field, to[field]))
        .map((field) => ({ field, from: shown(field, from[field]), to: shown(field, to[field]) })),
    });
  await ctx.em.flush();
  await indexShipments(ctx, [...new Set(cases.map(({ shipmentID }) => shipmentID))]);
  touchedShipments(ctx);
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** Locks shipments, then their cases: the order of everybody who writes them. */
async function lockCases(ctx: AccountContext, shipmentIDs: readonly string[]) {
  await sql`select id from commerce.shipment where account_id = ${ctx.account.id}
    and id = any(${[...new Set(shipmentIDs)]}::text[]) order by id for update`.execute(ctx.em.query());
  const { rows } = await sql<{ id: string; version: number; hasLabel: boolean }>`select held.id, held.version,
      exists (select from commerce.shipping_label label where label.account_id = held.account_id
        and label.shipping_case_id = held.id and ${labelIs.wanted('label.status')}) as "hasLabel"
    from commerce.shipping_case held
    where held.account_id = ${ctx.account.id} and held.shipment_id = any(${[...new Set(shipmentIDs)]}::text[])
    order by held.id for update`.execute(ctx.em.query());
  return new Map(rows.map((row) => [row.id, row]));
}

/** What comes back from a carrier: tracking numbers, weights and freight of cases. */
export const carrierFileImporter = (): ImportDefinition<Data | null> => ({
  name: 'carrier-files',
  title: 'Carriers’ files',
  description:
    'Writes tracking numbers, weights and freight of a carrier’s file on cases. Empty cells leave what is there.',
  recordType: 'shipment',
  permission: 'shipments:update',
  keys: ['case'],
  fields: [
    {
      name: 'case',
      label: 'Case',
      isRequired: true,
      longest: 60,
      synonyms: ['case number', 'reference', 'reference 1', 'package reference', 'sscc', 'carton', 'shipment'],
      description: 'Number of the case, as in 1042-2, its SSCC, or the shipment where it has one case.',
      example: '1042-2',
    },
    {
      name: 'trackingNumber',
      label: 'Tracking number',
      longest: 60,
      synonyms: ['tracking', 'tracking no', 'pro number', 'waybill'],
      example: '1Z999AA10123456784',
    },
    {
      name: 'freightWeight',
      label: 'Weight',
      kind: 'decimal',
      synonyms: ['pounds', 'lb', 'lbs', 'weight lb', 'weight lbs', 'billed weight', 'package weight'],
      description: 'Pounds.',
      example: '12.5',
    },
    {
      name: 'freightAmount',
      label: 'Freight',
      kind: 'decimal',
      decimals: 2,
      synonyms: ['freight amount', 'charge', 'net charge', 'cost', 'freight cost'],
      description: 'What the carrier takes for it.',
      example: '8.40',
    },
  ],
  async check(ctx, records) {
    const found = await casesOf(
      ctx,
      records.map(({ key }) => key),
    );
    const seen = new Set<string>();
    return records.map(({ key, rows }) => {
      const of = found.get(key);
      const verdict = verdictOf(rows[0] as ParsedRow, key, of);
      if (of && seen.has(of.id) && verdict.effect !== 'error')
        return {
          ...verdict,
          effect: 'error' as const,
          changes: [],
          errors: [{ row: rows[0]?.row ?? 0, field: 'case', message: `Case ${of.number} is listed twice` }],
        };
      if (of) seen.add(of.id);
      return verdict;
    });
  },
  async apply(ctx, records) {
    const cases = records.flatMap(({ data, recordID }) =>
      data && recordID
        ? [{ caseID: data.caseID, shipmentID: recordID, number: data.number, from: data.before, to: data.wanted }]
        : [],
    );
    const held = await lockCases(
      ctx,
      cases.map(({ shipmentID }) => shipmentID),
    );
    const left = await writeCases(ctx, cases);
    return records.map(({ key, data, recordID }) => {
      const caseID = data?.caseID ?? '';
      const undo: Undo | null =
        data && recordID ? { caseID, shipmentID: recordID, number: data.number, before: data.before } : null;
      const versions = { [caseID]: { found: held.get(caseID)?.version ?? null, left: left.get(caseID) ?? null } };
      return { key, recordID: recordID ?? '', undo, versions };
    });
  },
  undo: {
    async refusals(ctx, rows) {
      const undos = rows.map((row) => ({ row, undo: row.undo as Undo }));
      const held = await lockCases(
        ctx,
        undos.map(({ undo }) => undo.shipmentID),
      );
      return undos.flatMap(({ row, undo: { caseID, number } }) => {
        const now = held.get(caseID);
        const label = `Case ${number}`;
        if (now?.hasLabel) return [{ row: row.row, label, reason: 'it has a label that was bought here' }];
        return now?.version === row.versions[caseID]?.left
          ? []
          : [{ row: row.row, label, reason: 'it was changed since' }];
      });
    },
    async apply(ctx, rows) {
      const undos = rows.map(({ undo }) => undo as Undo);
      const { rows: now } = await sql<Told & { id: string }>`select id, tracking_number as "trackingNumber",
          freight_weight::text as "freightWeight", freight_amount::text as "freightAmount"
        from commerce.shipping_case where account_id = ${ctx.account.id}
          and id = any(${undos.map(({ caseID }) => caseID)}::text[])`.execute(ctx.em.query());
      const stored = new Map(now.map((row) => [row.id, row]));
      return writeCases(
        ctx,
        undos.map(({ caseID, shipmentID, number, before }) => ({
          caseID,
          shipmentID,
          number,
          from: stored.get(caseID) ?? before,
          to: before,
        })),
      );
    },
  },
});
