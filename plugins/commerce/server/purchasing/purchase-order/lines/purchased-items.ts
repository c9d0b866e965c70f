import { type AccountContext, sql } from '@millwright/core/server';
import type { CataloguePort, CatalogueUnit } from '@millwright/inventory/contracts';

/** A supplier's terms for an item; quantities and prices are in or per its unit. */
export interface SupplyTerms {
  unitID: string;
  unitPrice: string | null;
  minimumOrderQuantity: string | null;
  supplierPartNumber: string | null;
  supplierDescription: string | null;
  leadTimeDays: number | null;
}

/** The data of an item that a purchase order line copies. */
export interface PurchasedItem {
  id: string;
  sku: string;
  description: string;
  type: 'product' | 'part' | 'material' | 'supply';
  /** Null for an item that is not a product. */
  productType: string | null;
  defaultUnitID: string;
  baseUnitID: string;
  units: readonly CatalogueUnit[];
  /** Null if the supplier does not supply it. */
  terms: SupplyTerms | null;
}

/** Charges and services are not received or stocked. */
export const isGoods = ({ productType }: Pick<PurchasedItem, 'productType'>): boolean =>
  productType === null || productType === 'sale';

const itemColumns = sql`item.id, item.sku, item.description, item.type, item.product_type as "productType",
  item.default_unit_id as "defaultUnitID", item.base_unit_id as "baseUnitID"`;
const termsOfSupplied = sql`json_build_object('unitID', supplied.unit_id,
  'unitPrice', coalesce(supplied.unit_price, supplied.last_cost)::text,
  'minimumOrderQuantity', supplied.minimum_order_quantity::text,
  'supplierPartNumber', supplied.supplier_part_number, 'supplierDescription', supplied.supplier_description,
  'leadTimeDays', supplied.lead_time_days)`;

/**
 * Items with this supplier's terms; unknown ones are missing in the map. They are locked against deletion until the
 * transaction ends.
 */
export async function purchasedItems(
  ctx: AccountContext,
  catalogue: CataloguePort,
  supplierID: string,
  itemIDs: readonly string[],
): Promise<Map<string, PurchasedItem>> {
  const wanted = [...new Set(itemIDs)];
  if (!wanted.length) return new Map();
  await catalogue.holdItems(ctx, wanted);
  const units = await catalogue.unitsOf(ctx, wanted);
  const { rows } = await sql<Omit<PurchasedItem, 'units'>>`select ${itemColumns},
      case when supplied.id is not null then ${termsOfSupplied} end as terms
    from inventory.v_items item
    left join commerce.supplier_material supplied on supplied.account_id = item.account_id
      and supplied.item_id = item.id and supplied.supplier_id = ${supplierID} and supplied.is_active
    where item.account_id = ${ctx.account.id} and item.id = any(${wanted}::text[])`.execute(ctx.em.query());
  return new Map(rows.map((item) => [item.id, { ...item, units: units.get(item.id) ?? [] }]));
}

/** The same for any number of suppliers, without locks. */
export async function suppliedItems(
  ctx: AccountContext,
  catalogue: CataloguePort,
  supplierIDs: readonly string[],
  itemIDs: readonly string[],
): Promise<(supplierID: string, itemID: string) => PurchasedItem | undefined> {
  const units = await catalogue.unitsOf(ctx, itemIDs);
  const { rows } = await sql<Omit<PurchasedItem, 'units' | 'terms'>>`select ${itemColumns} from inventory.v_items item
    where item.account_id = ${ctx.account.id} and item.id = any(${[...itemIDs]}::text[])`.execute(ctx.em.query());
  const { rows: supplied } = await sql<{ supplierID: string; itemID: string; terms: SupplyTerms }>`
    select supplied.supplier_id as "supplierID", supplied.item_id as "itemID", ${termsOfSupplied} as terms
    from commerce.supplier_material supplied
    where supplied.account_id = ${ctx.account.id} and supplied.supplier_id = any(${[...supplierIDs]}::text[])
      and supplied.item_id = any(${[...itemIDs]}::text[]) and supplied.is_active`.execute(ctx.em.query());
  const items = new Map(rows.map((item) => [item.id, { ...item, units: units.get(item.id) ?? [] }]));
  const terms = new Map(supplied.map((each) => [`${each.supplierID} ${each.itemID}`, each.terms]));
  return (supplierID, itemID) => {
    const item = items.get(itemID);
    return item && { ...item, terms: terms.get(`${supplierID} ${itemID}`) ?? null };
  };
}
