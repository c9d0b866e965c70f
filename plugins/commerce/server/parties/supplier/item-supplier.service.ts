import { type AccountContext, sql } from '@millwright/core/server';
import { type ItemSupplier, ItemSupplierPort } from '@millwright/inventory/contracts';

/** Suppliers of items, for inventory's material requirements. */
export class ItemSupplierService extends ItemSupplierPort {
  override async suppliersOf(ctx: AccountContext, itemIDs: readonly string[]): Promise<Map<string, ItemSupplier[]>> {
    if (!itemIDs.length) return new Map();
    const { rows } = await sql<ItemSupplier & { itemID: string }>`select supplied.item_id as "itemID",
        supplier.id as "supplierID", supplier.number, supplier.name,
        supplied.supplier_part_number as "supplierPartNumber"
      from commerce.supplier_material supplied
      join commerce.supplier supplier
        on supplier.account_id = supplied.account_id and supplier.id = supplied.supplier_id
      where supplied.account_id = ${ctx.account.id} and supplied.item_id = any(${[...itemIDs]}::text[])
        and supplied.is_active and supplier.is_active
      order by supplier.name, supplier.id`.execute(ctx.em.query());
    const byItem = Map.groupBy(rows, ({ itemID }) => itemID);
    return new Map([...byItem].map(([itemID, own]) => [itemID, own.map(({ itemID: _, ...supplier }) => supplier)]));
  }

  override async itemsOf(ctx: AccountContext, supplierIDs: readonly string[]): Promise<string[]> {
    if (!supplierIDs.length) return [];
    const { rows } = await sql<{ itemID: string }>`select distinct item_id as "itemID" from commerce.supplier_material
      where account_id = ${ctx.account.id} and supplier_id = any(${[...supplierIDs]}::text[]) and is_active`.execute(
      ctx.em.query(),
    );
    return rows.map(({ itemID }) => itemID);
  }
}
