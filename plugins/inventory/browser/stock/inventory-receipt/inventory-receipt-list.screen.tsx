import { DateText, ListScreen, Money, Quantity, StatusBadge } from '@millwright/core/browser';
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
        { id: 'item', csv: 'item.sku', header: 'SKU', cell: (row) => row.item.sku, sortable: 'sku', width: 160 },
        { id: 'description', csv: 'item.description', header: 'Description', cell: (row) => row.item.description },
        {
          id: 'storageLocation',
          csv: 'storageLocation.fullName',
          header: 'Place',
          cell: (row) => row.storageLocation.fullName,
          sortable: true,
        },
        { id: 'lot', csv: 'lot.lotNumber', header: 'Lot', cell: (row) => row.lot?.lotNumber, width: 110 },
        {
          id: 'ownerAccount',
          csv: 'ownerAccount.name',
          header: 'Owner',
          cell: (row) => !row.ownerAccount.isSelf && <StatusBadge tone="info">{row.ownerAccount.name}</StatusBadge>,
          width: 130,
        },
        {
          id: 'holderAccount',
          csv: 'holderAccount.name',
          header: 'Held by',
          cell: (row) => !row.holderAccount.isSelf && row.holderAccount.name,
          width: 130,
          defaultHidden: true,
        },
        {
          id: 'remainingQuantity',
          csv: ['remainingQuantity.measure', 'remainingQuantity.unit=Unit'],
          header: 'Remaining',
          cell: (row) => <Quantity value={row.remainingQuantity} />,
          sortable: true,
          align: 'end',
          width: 130,
        },
        {
          id: 'weightedAverageUnitCost',
          header: 'Average cost',
          cell: (row) => <Money value={row.weightedAverageUnitCost} unitPrice />,
          align: 'end',
          width: 120,
        },
        {
          id: 'inventoryValue',
          header: 'Value',
          cell: (row) => <Money value={row.inventoryValue} />,
          sortable: true,
          align: 'end',
          width: 120,
        },
        {
          id: 'oldestReceiptAt',
          header: 'Oldest',
          cell: (row) => <DateText value={row.oldestReceiptAt} />,
          sortable: true,
          width: 115,
        },
        {
          id: 'newestReceiptAt',
          header: 'Newest',
          cell: (row) => <DateText value={row.newestReceiptAt} />,
          sortable: true,
          width: 115,
        },
      ]}
      filters={[
        { kind: 'multi', name: 'itemIDs', label: 'Item', options: itemSource },
        { kind: 'multi', name: 'storageLocationIDs', label: 'Place', options: locationSource },
        { kind: 'multi', name: 'lotIDs', label: 'Lot', options: lotSource },
        { kind: 'multi', name: 'types', label: 'Type', options: itemTypeOptions },
        { kind: 'multi', name: 'categoryIDs', label: 'Category', options: allCategorySource },
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
