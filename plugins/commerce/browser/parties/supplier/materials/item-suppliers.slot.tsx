import { ItemSuppliers } from './item-suppliers.tsx';

/** Suppliers of an item, as a panel on the item screens of the inventory plugin. */
export function ItemSuppliersSlot({ itemID }: { itemID: string }) {
  return <ItemSuppliers itemID={itemID} />;
}
