import { ListScreen, StatusBadge } from '@millwright/core/browser';
import { listInventoryReceipts } from '../../../contracts/index.ts';
import { allCategorySource } from '../../catalogue/item/item-sources.ts';
import { itemHref, itemSource, itemTypeOptions, locationSource, lotSource } from '../../record-sources.ts';

export function InventoryReceiptListScreen() {
  return (
    <ListScreen
      name="inventory-receipts"
      title="Inventory receipts"
      endpoint={listInventoryReceipts}
      searchPlaceholder="SKU or description"
      columns={[
        { id: 'item', header: 'SKU', sortable: 'sku', width: 160 },
        { id: 'description', csv: 'item.description' },
        { id: 'storageLocation', header: 'Place' },
        { id: 'lot', width: 110 },
        {
          id: 'ownerAccount',
          header: 'Owner',
          cell: (row) => !row.ownerAccount.isSelf && <StatusBadge tone="info">{row.ownerAccount.name}</StatusBadge>,
          width: 130,
        },
        {
          id: 'holderAccount',
          header: 'Held by',
          cell: (row) => !row.holderAccount.isSelf && row.holderAccount.name,
          width: 130,
          defaultHidden: true,
        },
        {
          id: 'remainingQuantity',
          csv: ['remainingQuantity.measure', 'remainingQuantity.unit=Unit'],
          header: 'Remaining',
        },
        { id: 'weightedAverageUnitCost', header: 'Average cost' },
        { id: 'inventoryValue', header: 'Value' },
        { id: 'oldestReceiptAt', header: 'Oldest' },
        { id: 'newestReceiptAt', header: 'Newest' },
      ]}
      filters={[
        { name: 'itemIDs', options: itemSource },
        { name: 'storageLocationIDs', label: 'Place', options: locationSource },
        { name: 'lotIDs', options: lotSource },
        { name: 'types', label: 'Type', options: itemTypeOptions },
        { name: 'categoryIDs', options: allCategorySource },
      ]}
      views={[{ id: 'oldest', name: 'Oldest first', query: 'sortBy=oldestReceiptAt&sortOrder=asc' }]}
      rowHref={(row) => itemHref(row.item)}
      rowLabel={(row) => `${row.item.sku} in ${row.storageLocation.fullName}`}
      primaryAction={{
        label: 'Receive stock',
        href: '/dashboard/inventory-receipts/create',
        needs: 'inventory:update',
      }}
      importType="inventory-receipts"
      empty={{
        title: 'Nothing has come in yet',
        text: 'What comes in appears here with its place, its cost and its age.',
        icon: 'inbox',
        action: { label: 'Receive stock', href: '/dashboard/inventory-receipts/create' },
      }}
    />
  );
}
