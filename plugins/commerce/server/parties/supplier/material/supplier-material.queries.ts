import { decimal, type EndpointRequest, problems, quantityID, rateID, toWire } from '@millwright/core/contracts';
import { type AccountContext, isoText, listPage, preparable, sql } from '@millwright/core/server';
import type { ItemViewRow, UnitViewRow } from '@millwright/inventory/contracts';
import { type listItemSuppliers, listSupplierMaterials, type SupplierMaterial } from '../../../../contracts/index.ts';
import type { Tables } from '../../../tables.ts';
import { holdsText } from '../../../terms/text-filter.ts';
import { Supplier } from '../supplier.entity.ts';

type MaterialTables = Tables & { 'inventory.v_items': ItemViewRow; 'inventory.v_units': UnitViewRow };

// An item cannot go while somebody supplies it; should it be gone all the same, its row stays to be removed.
const from = (ctx: AccountContext) =>
  ctx.em
    .query<MaterialTables>()
    .selectFrom('commerce.supplier_material as supplied')
    .innerJoin('commerce.supplier as supplier', (join) =>
      join.onRef('supplier.account_id', '=', 'supplied.account_id').onRef('supplier.id', '=', 'supplied.supplier_id'),
    )
    .leftJoin('inventory.v_items as item', (join) =>
      join.onRef('item.account_id', '=', 'supplied.account_id').onRef('item.id', '=', 'supplied.item_id'),
    )
    .where('supplied.account_id', '=', ctx.account.id);
type Matching = ReturnType<typeof from>;

const withColumns = (query: Matching) =>
  query
    .leftJoin('inventory.v_units as unit', (join) =>
      join.onRef('unit.account_id', '=', 'supplied.account_id').onRef('unit.id', '=', 'supplied.unit_id'),
    )
    .select([
      'supplied.id',
      'supplied.supplier_id as supplierID',
      'supplier.number as supplierNumber',
      'supplier.name as supplierName',
      'supplier.is_active as isSupplierActive',
      'supplied.item_id as itemID',
      'item.sku',
      'item.description',
      'item.type',
      'supplied.supplier_part_number as supplierPartNumber',
      'supplied.supplier_description as supplierDescription',
      'supplied.is_active as isActive',
      'supplied.unit_id as unitID',
      'unit.name as unit',
      'supplied.unit_price as unitPrice',
      'supplied.lead_time_days as leadTimeDays',
      'supplied.minimum_order_quantity as minimumOrderQuantity',
      'supplied.last_cost as lastCost',
      sql<string | null>`supplied.last_purchased_on::text`.as('lastPurchasedOn'),
      'supplied.version',
      'supplied.created_at as createdAt',
      'supplied.updated_at as updatedAt',
      sql<string>`(select currency.id from inventory.v_units currency
        where currency.account_id = supplied.account_id and currency.name = 'dollar')`.as('currencyUnitID'),
    ]);
type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>;

function materialOf(row: Row): SupplierMaterial {
  const unit = row.unit ?? '';
  const priceOf = (field: 'unitPrice' | 'lastCost') => {
    const value = row[field];
    return value === null
      ? null
      : {
          id: rateID(row.id, field),
          value: toWire(decimal(value)),
          unitID: row.currencyUnitID,
          perUnitID: row.unitID,
          perUnit: unit,
        };
  };
  return {
    id: row.id,
    supplierID: row.supplierID,
    supplier: {
      id: row.supplierID,
      number: row.supplierNumber,
      name: row.supplierName,
      isActive: row.isSupplierActive,
    },
    itemID: row.itemID,
    item: {
      id: row.itemID,
      sku: row.sku ?? row.itemID,
      description: row.description ?? '',
      type: row.type ?? 'material',
    },
    supplierPartNumber: row.supplierPartNumber,
    supplierDescription: row.supplierDescription,
    isActive: row.isActive,
    unit: { id: row.unitID, name: unit },
    unitPrice: priceOf('unitPrice'),
    leadTimeDays: row.leadTimeDays,
    minimumOrderQuantity:
      row.minimumOrderQuantity === null
        ? null
        : {
            id: quantityID(row.id, 'minimumOrderQuantity'),
            measure: toWire(decimal(row.minimumOrderQuantity)),
            unitID: row.unitID,
            unit,
          },
    lastCost: priceOf('lastCost'),
    lastPurchasedOn: row.lastPurchasedOn,
    version: row.version,
    createdAt: isoText(row.createdAt),
    updatedAt: isoText(row.updatedAt),
  };
}

/** A page of what a supplier supplies, by SKU; 404 for a supplier that is not there. */
export async function findSupplierMaterials(
  ctx: AccountContext,
  supplierID: string,
  page: EndpointRequest<typeof listSupplierMaterials>['query'],
) {
  await ctx.em.get(Supplier, supplierID);
  let matching = from(ctx).where('supplied.supplier_id', '=', supplierID);
  if (page.query)
    matching = matching.where(
      holdsText(page.query, [
        'item.sku',
        'item.description',
        'supplied.supplier_part_number',
        'supplied.supplier_description',
      ]),
    );
  if (page.isActive !== undefined) matching = matching.where('supplied.is_active', '=', page.isActive);
  if (page.types) matching = matching.where('item.type', 'in', page.types);
  const { items, count } = await listPage(ctx, {
    list: listSupplierMaterials,
    id: 'supplied.id',
    matching,
    select: (query) => withColumns(query as Matching),
    page,
    sortable: {
      sku: 'item.sku',
      supplierPartNumber: 'supplied.supplier_part_number',
      leadTimeDays: 'supplied.lead_time_days',
      unitPrice: 'supplied.unit_price',
      createdAt: 'supplied.created_at',
      updatedAt: 'supplied.updated_at',
    },
    order: [['item.sku', 'asc']],
    scope: `of ${supplierID}`,
  });
  return { items: (items as Row[]).map(materialOf), count };
}

/** A page of who supplies an item: active suppliers first, then by name. 404 for an item that is not there. */
export async function findItemSuppliers(
  ctx: AccountContext,
  itemID: string,
  page: EndpointRequest<typeof listItemSuppliers>['query'],
) {
  const item = await ctx.em
    .query<MaterialTables>()
    .selectFrom('inventory.v_items')
    .select('id')
    .where('account_id', '=', ctx.account.id)
    .where('id', '=', itemID)
    .executeTakeFirst();
  if (!item) throw problems.not_found();
  let matching = from(ctx).where('supplied.item_id', '=', itemID);
  if (page.query)
    matching = matching.where(
      holdsText(page.query, ['supplier.name', 'supplier.number', 'supplied.supplier_part_number']),
    );
  const isActive = sql<boolean>`(supplied.is_active and supplier.is_active)`;
  if (page.isActive !== undefined) matching = matching.where(sql<boolean>`${isActive} = ${page.isActive}`);
  const { items, count } = await listPage(ctx, {
    list: listSupplierMaterials,
    id: 'supplied.id',
    matching,
    select: (query) => withColumns(query as Matching),
    page,
    sortable: { name: 'supplier.name', createdAt: 'supplied.created_at' },
    order: [
      [isActive, 'desc'],
      ['supplier.name', 'asc'],
    ],
    scope: `item ${itemID}`,
  });
  return { items: (items as Row[]).map(materialOf), count };
}

async function one(query: Matching): Promise<SupplierMaterial> {
  const row = await preparable(withColumns(query)).executeTakeFirst();
  if (!row) throw problems.not_found();
  return materialOf(row);
}

/** One item of a supplier; 404 where it does not supply it. */
export const supplierMaterialOf = (
  ctx: AccountContext,
  supplierID: string,
  itemID: string,
): Promise<SupplierMaterial> =>
  one(from(ctx).where('supplied.supplier_id', '=', supplierID).where('supplied.item_id', '=', itemID));

/** The same by its own id. */
export const supplierMaterialByID = (ctx: AccountContext, id: string): Promise<SupplierMaterial> =>
  one(from(ctx).where('supplied.id', '=', id));

/** Id of the unit that prices are in: the account's currency. */
export async function materialCurrencyUnitID(ctx: AccountContext): Promise<string> {
  const { id } = await ctx.em
    .query<MaterialTables>()
    .selectFrom('inventory.v_units as unit')
    .select('unit.id')
    .where('unit.account_id', '=', ctx.account.id)
    .where('unit.name', '=', 'dollar')
    .executeTakeFirstOrThrow();
  return id;
}
