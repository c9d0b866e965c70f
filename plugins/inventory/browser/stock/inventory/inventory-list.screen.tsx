import {
  DateTimeText,
  LinkButton,
  type ListColumn,
  ListScreen,
  Money,
  Quantity,
  StatusBadge,
  useClient,
  useSession,
} from '@millwright/core/browser';
import { type InventoryRow, listInventories } from '../../../contracts/index.ts';
import { allCategorySource } from '../../catalogue/item/item-sources.ts';
import { usePrintLabels } from '../../labels/label/use-print-labels.ts';
import { itemHref, itemSource, itemTypeOptions, locationSource, lotSource } from '../../record-sources.ts';

const columns: readonly ListColumn<InventoryRow>[] = [
  { id: 'item', csv: 'item.sku', header: 'SKU', cell: (row) => row.item.sku, sortable: 'sku', width: 160 },
  {
    id: 'description',
    csv: 'item.description',
    header: 'Description',
    cell: (row) => row.item.description,
    sortable: true,
  },
  {
    id: 'onHand',
    csv: ['quantity=Quantity on hand', 'onHand.unit=Unit'],
    header: 'On hand',
    cell: (row) => <Quantity value={row.onHand} />,
    sortable: true,
    align: 'end',
    width: 120,
  },
  {
    id: 'reserved',
    csv: 'reserved.measure',
    header: 'Reserved',
    cell: (row) => <Quantity value={row.reserved} />,
    sortable: true,
    align: 'end',
    width: 120,
  },
  {
    id: 'availableToPromise',
    csv: 'availableToPromise.measure',
    header: 'Available',
    cell: (row) => <Quantity value={row.availableToPromise} />,
    sortable: true,
    align: 'end',
    width: 120,
  },
  {
    id: 'short',
    csv: 'short.measure',
    header: 'Short',
    cell: (row) =>
      row.short.measure > 0 && (
        <StatusBadge tone="danger">
          <Quantity value={row.short} />
        </StatusBadge>
      ),
    sortable: true,
    align: 'end',
    width: 120,
  },
  {
    id: 'orderPoint',
    csv: 'orderPoint.measure',
    header: 'Order point',
    cell: (row) =>
      row.orderPoint &&
      (row.isBelowOrderPoint ? (
        <StatusBadge tone="warning">
          below <Quantity value={row.orderPoint} />
        </StatusBadge>
      ) : (
        <Quantity value={row.orderPoint} />
      )),
    align: 'end',
    width: 150,
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
    id: 'ownerAccount',
    csv: 'ownerAccount.name',
    header: 'Owner',
    cell: (row) => !row.ownerAccount.isSelf && <StatusBadge tone="info">{row.ownerAccount.name}</StatusBadge>,
    width: 130,
  },
  {
    id: 'weightedAverageUnitCost',
    header: 'Average cost',
    cell: (row) => row.weightedAverageUnitCost !== null && <Money value={row.weightedAverageUnitCost} unitPrice />,
    align: 'end',
    width: 120,
    defaultHidden: true,
  },
  {
    id: 'category',
    csv: 'category.name',
    header: 'Category',
    cell: (row) => row.category?.name,
    width: 140,
    defaultHidden: true,
  },
  { id: 'type', csv: 'item.type', header: 'Type', cell: (row) => row.item.type, width: 100, defaultHidden: true },
  {
    id: 'quantity',
    header: 'Quantity',
    cell: (row) => <Quantity value={row.quantity} unit={row.unit.name} />,
    align: 'end',
    width: 120,
    defaultHidden: true,
  },
  {
    id: 'updatedAt',
    header: 'Changed',
    cell: (row) => <DateTimeText value={row.updatedAt} relative />,
    sortable: true,
    width: 130,
    defaultHidden: true,
  },
];

export function InventoryListScreen() {
  const session = useSession();
  const client = useClient();
  // A row is an owner's stock of an item; labels belong to the item.
  const printLabels = usePrintLabels('item', async (inventoryIDs) => {
    const { items } = await client.call(listInventories, { query: { inventoryIDs: [...inventoryIDs], take: 500 } });
    return items.map(({ item }) => item.id);
  });
  return (
    <ListScreen
      name="inventory"
      title="Inventory"
      endpoint={listInventories}
      searchPlaceholder="SKU or description"
      columns={columns}
      filters={[
        { kind: 'multi', name: 'types', label: 'Type', options: itemTypeOptions },
        { kind: 'multi', name: 'categoryIDs', label: 'Category', options: allCategorySource },
        { kind: 'multi', name: 'storageLocationIDs', label: 'Place', options: locationSource },
        { kind: 'multi', name: 'itemIDs', label: 'Item', options: itemSource },
        { kind: 'multi', name: 'lotIDs', label: 'Lot', options: lotSource },
        { kind: 'boolean', name: 'hasStock', label: 'Stock', yes: 'On hand', no: 'Nothing on hand' },
        { kind: 'boolean', name: 'isShort', label: 'Promises', yes: 'Short', no: 'Covered' },
        { kind: 'boolean', name: 'belowOrderPoint', label: 'Order point', yes: 'Below', no: 'At or above' },
      ]}
      bulkActions={printLabels}
      views={[
        { id: 'short', name: 'Short', query: 'isShort=true&sortBy=short&sortOrder=desc' },
        { id: 'below', name: 'Below order point', query: 'belowOrderPoint=true' },
      ]}
      rowHref={(row) => itemHref(row.item)}
      rowLabel={(row) => row.item.sku}
      primaryAction={{ label: 'Count', href: '/dashboard/reconcile', needs: 'inventory:update' }}
      actions={
        session.can('inventory:update') && (
          <>
            <LinkButton to="/dashboard/move-stock" variant="default">
              Move
            </LinkButton>
            <LinkButton to="/dashboard/inventory-receipts/create" variant="default">
              Receive
            </LinkButton>
          </>
        )
      }
      importType="stock-counts"
      empty={{
        title: 'No stock yet',
        text: 'Receive stock, count what there is, or import a list of counts.',
        icon: 'archive',
        action: { label: 'Receive stock', href: '/dashboard/inventory-receipts/create' },
      }}
    />
  );
}
