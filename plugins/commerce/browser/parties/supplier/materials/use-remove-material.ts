import { toast, useConfirm, useEndpointMutation } from '@millwright/core/browser';
import { deleteSupplierMaterial, type SupplierMaterial } from '../../../../contracts/index.ts';

/** Removes an item from a supplier after confirmation; returns whether it was removed. */
export function useRemoveMaterial() {
  const confirm = useConfirm();
  const remove = useEndpointMutation(deleteSupplierMaterial);
  return async ({ supplierID, itemID, item, supplier }: SupplierMaterial): Promise<boolean> => {
    const isSure = await confirm({
      title: `Remove ${item.sku} from ${supplier.name}?`,
      message: 'Part number, price and lead time are forgotten.',
      confirmLabel: 'Remove',
      danger: true,
    });
    if (!isSure) return false;
    try {
      await remove.mutateAsync({ params: { supplierID, itemID } });
      toast.success(`${item.sku} removed from ${supplier.name}`);
      return true;
    } catch (error) {
      toast.error(error);
      return false;
    }
  };
}
