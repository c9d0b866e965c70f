import { ItemSuppliers } from './item-suppliers.tsx';

/** Who supplies an item; drawn inside inventory's screens of items. */
export function ItemSuppliersSlot({ itemID }: { itemID: string }) {
  return <ItemSuppliers itemID={itemID} />;
}
