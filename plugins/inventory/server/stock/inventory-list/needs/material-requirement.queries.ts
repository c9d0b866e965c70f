import {
  decimal,
  type EndpointRequest,
  greaterOf,
  quantityID,
  type Ratio,
  ratio,
  roundUnitPrice,
  roundUpToWhole,
  toWire,
  zero,
} from '@millwright/core/contracts';
import { type AccountContext, listPage, sql } from '@millwright/core/server';
import {
  type ItemSupplier,
  type ItemSupplierPort,
  type ItemType,
  listMaterialRequirements,
  type MaterialRequirement,
} from '../../../../contracts/index.ts';
import { itemColumn, itemsFoundBy } from '../stock-columns.ts';
import type { StockTables } from '../stock-tables.ts';
import { abbreviated, inUnit, materialNeed, needInOrderUnit } from './material-need.ts';

const rights = {
  product: 'products:read',
  part: 'parts:read',
  material: 'materials:read',
  supply: 'supplies:read',
} as const satisfies Record<ItemType, string>;

const from = (ctx: AccountContext, types: readonly ItemType[]) =>
  ctx.em
    .query<StockTables>()
    .selectFrom('inventory.item as item')
    .leftJoin('inventory.item_position as position', (join) =>
      join
        .onRef('position.account_id', '=', 'item.account_id')
        .onRef('position.item_id', '=', 'item.id')
        .onRef('position.owner_id', '=', 'item.account_id'),
    )
    .where('item.account_id', '=', ctx.account.id)
    .where('item.type', 'in', types);
type Matching = ReturnType<typeof from>;

/** Stock on hand without expired lots, which cover no need. */
const onHand = sql<string>`coalesce(position.on_hand - (select coalesce(sum(balance.on_hand), 0)
  from inventory.lot lot join inventory.balance balance
    on balance.account_id = lot.account_id and balance.lot_id = lot.id and balance.owner_id = position.owner_id
  where lot.account_id = position.account_id and lot.item_id = position.item_id and lot.is_blocked), 0)`;
const demanded = sql<string>`coalesce(position.demanded, 0)`;

/** Quantity of the item on order. */
const expected = sql<string>`coalesce((select sum(greatest(supply.quantity - supply.received, 0))
  from inventory.supply supply where supply.account_id = item.account_id and supply.item_id = item.id
    and supply.closed_at is null), 0)`;

/** Above 0 if the item falls below its order point after all demand has left and all orders have arrived. */
const belowOrderPoint = sql<string>`coalesce(item.base_order_point + ${demanded} - ${onHand} - ${expected}, 0)`;

/** The rule of `materialNeed`, as far as a filter needs it. */
const isNeeded = sql<boolean>`(${onHand} <= ${demanded}
  and (coalesce(item.base_order_point > ${onHand}, false) or ${demanded} > ${onHand}))`;

interface EnteredIn {
  measure: string;
  unitID: string;
  unit: string;
}

const entered = (column: 'order_point' | 'lead_time') =>
  sql<EnteredIn | null>`(select jsonb_build_object('measure', ${sql.ref(`item.${column}`)}::text,
      'unitID', unit.id, 'unit', unit.name)
    from inventory.unit unit
    where unit.account_id = item.account_id and unit.id = ${sql.ref(`item.${column}_unit_id`)})`;

const withColumns = (query: Matching) =>
  query.select([
    'item.id',
    'item.manufacturer',
    'item.manufacturer_part_number as manufacturerPartNumber',
    'item.base_order_point as baseOrderPoint',
    onHand.as('onHand'),
    demanded.as('demanded'),
    belowOrderPoint.as('belowOrderPoint'),
    itemColumn('item', 'id').as('item'),
    entered('order_point').as('orderPoint'),
    entered('lead_time').as('leadTime'),
    sql<{
      numerator: string;
      denominator: string;
    } | null>`(select jsonb_build_object('numerator', other.numerator::text,
        'denominator', other.denominator::text)
      from inventory.unit_conversion own
      join inventory.unit_conversion other
        on other.account_id = own.account_id and other.unit_group_id = own.unit_group_id
      where own.account_id = item.account_id and own.id = item.default_conversion_id
        and other.unit_id = item.order_point_unit_id)`.as('orderFactor'),
    sql<MaterialRequirement['unitGroup']>`(select jsonb_build_object('id', unit_group.id, 'name', unit_group.name)
      from inventory.unit_conversion own
      join inventory.unit_group unit_group
        on unit_group.account_id = own.account_id and unit_group.id = own.unit_group_id
      where own.account_id = item.account_id and own.id = item.default_conversion_id)`.as('unitGroup'),
    sql<MaterialRequirement['category']>`(select jsonb_build_object('id', category.id, 'name', category.name)
      from inventory.category category
      where category.account_id = item.account_id and category.id = item.category_id)`.as('category'),
  ]);
type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>;

const factorOf = ({ numerator, denominator }: { numerator: string; denominator: string }): Ratio =>
  ratio(BigInt(numerator), BigInt(denominator));

function requirementOf(row: Row, suppliers: readonly ItemSupplier[]): MaterialRequirement {
  const { id, item, orderPoint, leadTime, orderFactor } = row;
  const [inventory, demand] = [decimal(row.onHand), decimal(row.demanded)];
  const isOrdered = orderPoint !== null && orderFactor !== null;
  const unit = isOrdered
    ? { unitID: orderPoint.unitID, unit: orderPoint.unit }
    : { unitID: item.unitID, unit: item.unit };
  const factor = factorOf(isOrdered ? orderFactor : item);
  const need = materialNeed({
    inventory,
    demand,
    orderPoint: row.baseOrderPoint === null ? null : decimal(row.baseOrderPoint),
  });
  const needed = isOrdered ? needInOrderUnit(need, factor) : roundUnitPrice(inUnit(need, factor));
  const below = decimal(row.belowOrderPoint);
  const [shownInventory, shownDemand] = [inUnit(inventory, factor), inUnit(demand, factor)];
  const asEntered = (field: string, value: EnteredIn | null) =>
    value && {
      id: quantityID(id, field),
      measure: toWire(decimal(value.measure)),
      unitID: value.unitID,
      unit: value.unit,
    };
  return {
    id,
    itemID: id,
    sku: item.sku,
    type: item.type,
    description: item.description,
    manufacturer: row.manufacturer,
    manufacturerPartNumber: row.manufacturerPartNumber,
    category: row.category,
    quantityInInventory: {
      id: quantityID(id, 'quantityInInventory'),
      measure: toWire(roundUnitPrice(shownInventory)),
      ...unit,
    },
    orderPoint: asEntered('orderPoint', orderPoint),
    leadTime: asEntered('leadTime', leadTime),
    quantityInDemand: { id: quantityID(id, 'quantityInDemand'), measure: toWire(roundUnitPrice(shownDemand)), ...unit },
    quantityInNeed: { id: quantityID(id, 'quantityInNeed'), measure: toWire(needed), ...unit },
    quantityToOrderPoint: {
      id: quantityID(id, 'quantityToOrderPoint'),
      measure: toWire(roundUnitPrice(inUnit(greaterOf(below, zero), factor))),
      ...unit,
    },
    unitGroup: row.unitGroup,
    supplierNames: suppliers.map(({ name }) => name),
    supplierPartNumbers: suppliers.map(({ supplierPartNumber }) => supplierPartNumber ?? ''),
    export: {
      quantityInNeed: toWire(roundUpToWhole(needed)),
      quantityInInventory: abbreviated(shownInventory),
      quantityInDemand: abbreviated(shownDemand),
    },
  };
}

/** A page of requirements. The suppliers of the page's items come in one call of the port. */
export async function findMaterialRequirements(
  ctx: AccountContext,
  page: EndpointRequest<typeof listMaterialRequirements>['query'],
  suppliers: ItemSupplierPort | undefined,
) {
  const types = page.types ?? ['material'];
  for (const type of new Set(types)) ctx.require(rights[type]);
  let matching = from(ctx, types);
  if (page.query) matching = matching.where('item.id', 'in', itemsFoundBy(page.query));
  if (page.categoryIDs) matching = matching.where('item.category_id', 'in', page.categoryIDs);
  if (page.supplierIDs) {
    const supplied = (await suppliers?.itemsOf(ctx, page.supplierIDs)) ?? [];
    matching = matching.where('item.id', '=', sql<string>`any(${supplied}::text[])`);
  }
  if (page.needsOnly) matching = matching.where(isNeeded);
  if (page.isBelowOrderPoint !== undefined)
    matching = matching.where(sql<boolean>`(${belowOrderPoint} > 0) = ${page.isBelowOrderPoint}`);
  const { items, count } = await listPage(ctx, {
    list: listMaterialRequirements,
    id: 'item.id',
    matching,
    select: (query) => withColumns(query as Matching),
    page,
    sortable: {
      sku: 'item.sku',
      description: 'item.description',
      manufacturer: 'item.manufacturer',
      quantityInInventory: onHand,
      quantityInDemand: demanded,
      leadTime: 'item.base_lead_time',
    },
    order: [['item.sku', 'asc']],
  });
  const supplying = items.length
    ? await suppliers?.suppliersOf(
        ctx,
        items.map(({ id }) => id),
      )
    : undefined;
  return { items: items.map((row) => requirementOf(row, supplying?.get(row.id) ?? [])), count };
}
