import { type Big, decimal, type FieldError, problems, type QuantityInput, zero } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import type { CataloguePort } from '../../../../contracts/index.ts';
import { lotKey, lotsOf } from '../../lot/lots-of.ts';
import type { UnitSize } from './unit-size.ts';

/** A line of a request. */
export interface RequestedStock {
  itemID: string;
  quantity: QuantityInput;
  customerID?: string | null | undefined;
  locationIDs: Readonly<Record<string, string | null | undefined>>;
  /** Padded; '' and null mean stock without lot. */
  lotNumber?: string | null | undefined;
  unitCost?: number | undefined;
}

/** The line as the ledger takes it. */
export interface ResolvedStock {
  path: string;
  itemID: string;
  ownerID: string | undefined;
  lotID: string | null | undefined;
  /** Base units. */
  quantity: Big;
  measure: Big;
  unitID: string;
  /** Cost per unit, as entered. */
  unitCost: Big | undefined;
  costUnit: UnitSize | undefined;
}

const at = (prefix: string, field: string): string => (prefix ? `${prefix}.${field}` : field);

/** Ids of these customers and places that exist. */
async function existing(
  ctx: AccountContext,
  owners: readonly string[],
  places: readonly string[],
): Promise<Set<string>> {
  if (owners.length + places.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`select id from core.v_parties
      where account_id = ${ctx.account.id} and id = any(${[...owners]}::text[]) and kind <> 'supplier'
    union all select id from inventory.storage_location
      where account_id = ${ctx.account.id} and id = any(${[...places]}::text[])`.execute(ctx.em.query());
  return new Set(rows.map(({ id }) => id));
}

interface ResolveOptions {
  /** Path of a line in the request: `lines.3`. */
  prefix?: (line: number) => string;
  /** Name of the quantity's field. */
  field?: string;
  makeLots?: boolean;
}

/**
 * Looks up the references of a request's lines, one statement per kind, and converts quantities to base units. With
 * `makeLots` missing lots are created.
 * @throws 400 `invalid_input` with one entry for each field
 */
export async function resolveStock(
  ctx: AccountContext,
  catalogue: CataloguePort,
  lines: readonly RequestedStock[],
  { prefix = () => '', field = 'quantity', makeLots = false }: ResolveOptions = {},
): Promise<ResolvedStock[]> {
  const known = await existing(
    ctx,
    lines.flatMap(({ customerID }) => customerID || []),
    lines.flatMap(({ locationIDs }) => Object.values(locationIDs).flatMap((id) => id ?? [])),
  );
  const errors = lines.flatMap(({ customerID, locationIDs }, index): FieldError[] => [
    ...(customerID && !known.has(customerID)
      ? [{ path: at(prefix(index), 'customerID'), message: 'There is no such customer' }]
      : []),
    ...Object.entries(locationIDs).flatMap(([name, id]) =>
      id && !known.has(id) ? [{ path: at(prefix(index), name), message: 'There is no such storage location' }] : [],
    ),
  ]);
  if (errors.length) throw problems.invalid_input({ errors });
  const amounts = await catalogue.convertToBase(
    ctx,
    lines.map(({ itemID, quantity }, index) => ({
      itemID,
      path: at(prefix(index), field),
      ...(typeof quantity === 'number' ? { measure: quantity } : quantity),
    })),
  );
  const lots = await lotsOfLines(ctx, lines, makeLots, prefix);
  return lines.map((line, index): ResolvedStock => {
    const amount = amounts[index] as (typeof amounts)[number];
    const [quantity, measure] = [decimal(amount.baseMeasure), decimal(amount.measure)];
    return {
      path: at(prefix(index), field),
      itemID: line.itemID,
      ownerID: line.customerID || undefined,
      lotID: line.lotNumber === undefined ? undefined : (lots.get(line) ?? null),
      quantity,
      measure,
      unitID: amount.unitID,
      unitCost: line.unitCost === undefined ? undefined : decimal(line.unitCost),
      costUnit: quantity.eq(zero) ? undefined : { numerator: quantity, denominator: measure },
    };
  });
}

async function lotsOfLines(
  ctx: AccountContext,
  lines: readonly RequestedStock[],
  makeLots: boolean,
  prefix: (line: number) => string,
): Promise<Map<RequestedStock, string>> {
  const named = lines.flatMap((line) =>
    line.lotNumber ? [{ line, lot: { itemID: line.itemID, lotNumber: line.lotNumber } }] : [],
  );
  const found = await lotsOf(
    ctx,
    named.map(({ lot }) => lot),
    { create: makeLots },
  );
  const ids = new Map(
    named.flatMap(({ line, lot }) => {
      const id = found.get(lotKey(lot));
      return id === undefined ? [] : [[line, id] as const];
    }),
  );
  const errors = lines.flatMap((line, index) =>
    line.lotNumber && !ids.has(line)
      ? [{ path: at(prefix(index), 'lotNumber'), message: 'The item has no such lot' }]
      : [],
  );
  if (errors.length) throw problems.invalid_input({ errors });
  return ids;
}
