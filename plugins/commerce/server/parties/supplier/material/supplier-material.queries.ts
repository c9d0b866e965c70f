import { type EndpointRequest, problems } from '@millwright/core/contracts';
import { type AccountContext, among, matchesText, projection, sql } from '@millwright/core/server';
import type { ItemViewRow, UnitViewRow } from '@millwright/inventory/contracts';
import {
  listItemSuppliers,
  listSupplierMaterials,
  type SupplierMaterial,
  supplierMaterial,
} from '../../../../contracts/index.ts';
import type { Tables } from '../../../tables.ts';
import { Supplier } from '../supplier.entity.ts';

type MaterialTables = Tables & { 'inventory.v_items': ItemViewRow; 'inventory.v_units': UnitViewRow };

/** A price per unit, or null. */
const price = (field: 'unitPrice' | 'lastCost', column: string) => sql`case when ${sql.ref(column)} is not null then
  json_build_object('id', 'rate_' || supplied.id || ${sql.lit(`.${field}`)}, 'value', ${sql.ref(column)},
    'unitID', (select currency.id from inventory.v_units currency
      where currency.account_id = supplied.account_id and currency.name = 'dollar'),
    'perUnitID', supplied.unit_id, 'perUnit', coalesce(unit.name, '')) end`;

/** What lists of both sides read in the same way. */
const read = {
  table: 'commerce.supplier_material',
  alias: 'supplied',
  joins: {
    supplier: { table: 'commerce.supplier', id: 'supplied.supplier_id', isRequired: true, isMatched: true },
    // An outer join: items with suppliers cannot be deleted, but if one were missing, its row could still be removed.
    item: { table: 'inventory.v_items', id: 'supplied.item_id', isMatched: true },
    unit: { table: 'inventory.v_units', id: 'supplied.unit_id' },
  },
  computed: {
    supplier: sql`json_build_object('id', supplier.id, 'number', supplier.number, 'name', supplier.name,
      'isActive', supplier.is_active)`,
    item: sql`json_build_object('id', supplied.item_id, 'sku', coalesce(item.sku, supplied.item_id),
      'description', coalesce(item.description, ''), 'type', coalesce(item.type, 'material'))`,
    unit: sql`json_build_object('id', supplied.unit_id, 'name', coalesce(unit.name, ''))`,
    unitPrice: price('unitPrice', 'supplied.unit_price'),
    minimumOrderQuantity: sql`case when supplied.minimum_order_quantity is not null then
      json_build_object('id', 'qty_' || supplied.id || '.minimumOrderQuantity',
        'measure', supplied.minimum_order_quantity, 'unitID', supplied.unit_id, 'unit', coalesce(unit.name, '')) end`,
    lastCost: price('lastCost', 'supplied.last_cost'),
    lastPurchasedOn: sql`supplied.last_purchased_on::text`,
  },
} as const;

const ofSupplier = projection(supplierMaterial, {
  ...read,
  list: listSupplierMaterials,
  search: (text) =>
    matchesText(text, [
      'item.sku',
      'item.description',
      'supplied.supplier_part_number',
      'supplied.supplier_description',
    ]),
  sortable: { sku: 'item.sku', unitPrice: 'supplied.unit_price' },
  filters: { types: (types) => among('item.type', types) },
  order: ['sku'],
});

const isBought = sql<boolean>`(supplied.is_active and supplier.is_active)`;

const ofItem = projection(supplierMaterial, {
  ...read,
  list: listItemSuppliers,
  search: (text) => matchesText(text, ['supplier.name', 'supplier.number', 'supplied.supplier_part_number']),
  sortable: { name: 'supplier.name' },
  filters: { isActive: (value) => sql<boolean>`${isBought} = ${value}` },
  order: [[isBought, 'desc'], 'name'],
});

/** A page of a supplier's items, by SKU; 404 for an unknown supplier. */
export async function findSupplierMaterials(
  ctx: AccountContext,
  supplierID: string,
  page: EndpointRequest<typeof listSupplierMaterials>['query'],
) {
  await ctx.em.get(Supplier, supplierID);
  return ofSupplier.find(ctx, page, { where: sql<boolean>`supplied.supplier_id = ${supplierID}`, key: supplierID });
}

/** A page of an item's suppliers: active ones first, then by name. 404 for an unknown item. */
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
  return ofItem.find(ctx, page, { where: sql<boolean>`supplied.item_id = ${itemID}`, key: itemID });
}

/** One item of a supplier by its own id. */
export const supplierMaterialByID = ofSupplier.byID;

/** One item of a supplier; 404 if the supplier does not supply it. */
export async function supplierMaterialOf(
  ctx: AccountContext,
  supplierID: string,
  itemID: string,
): Promise<SupplierMaterial> {
  const found = await ctx.em
    .query<MaterialTables>()
    .selectFrom('commerce.supplier_material')
    .select('id')
    .where('account_id', '=', ctx.account.id)
    .where('supplier_id', '=', supplierID)
    .where('item_id', '=', itemID)
    .executeTakeFirst();
  if (!found) throw problems.not_found();
  return ofSupplier.byID(ctx, found.id);
}

/** Id of the unit of prices: the account's currency. */
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
