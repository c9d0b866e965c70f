import {
  hidden,
  LinkButton,
  type ListedColumn,
  ListScreen,
  Quantity,
  StatusBadge,
  useClient,
  useSession,
} from '@millwright/core/browser';
import { type InventoryRow, listInventories } from '../../../contracts/index.ts';
import { allCategorySource } from '../../catalogue/item/item-sources.ts';
import { usePrintLabels } from '../../labels/label/use-print-labels.ts';
import { itemHref, itemSource, itemTypeOptions, locationSource, lotSource } from '../../record-sources.ts';

const columns: readonly ListedColumn<InventoryRow>[] = [
  { id: 'item', header: 'SKU', sortable: 'sku', width: 160 },
  { id: 'description', csv: 'item.description' },
  { id: 'onHand', csv: ['quantity=Quantity on hand', 'onHand.unit=Unit'] },
  'reserved',
  { id: 'availableToPromise', header: 'Available' },
  {
    id: 'short',
    cell: (row) =>
      row.short.measure > 0 && (
        <StatusBadge tone="danger">
          <Quantity value={row.short} />
        </StatusBadge>
      ),
    align: 'end',
    width: 120,
  },
  {
    id: 'orderPoint',
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
  { id: 'inventoryValue', header: 'Value' },
  {
    id: 'ownerAccount',
    header: 'Owner',
    cell: (row) => !row.ownerAccount.isSelf && <StatusBadge tone="info">{row.ownerAccount.name}</StatusBadge>,
    width: 130,
  },
  ...hidden(
    { id: 'weightedAverageUnitCost', header: 'Average cost' },
    { id: 'category', width: 140 },
    { id: 'type', csv: 'item.type', width: 100 },
  ),
  {
    id: 'quantity',
    cell: (row) => <Quantity value={row.quantity} unit={row.unit.name} />,
    align: 'end',
    width: 120,
    defaultHidden: true,
  },
  { id: 'updatedAt', instant: 'relative', width: 130, defaultHidden: true },
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
        { name: 'types', label: 'Type', options: itemTypeOptions },
        { name: 'categoryIDs', options: allCategorySource },
        { name: 'storageLocationIDs', label: 'Place', options: locationSource },
        { name: 'itemIDs', options: itemSource },
        { name: 'lotIDs', options: lotSource },
        { name: 'hasStock', yes: 'On hand', no: 'Nothing on hand' },
        { name: 'isShort', label: 'Promises', yes: 'Short', no: 'Covered' },
        { name: 'belowOrderPoint', label: 'Order point', yes: 'Below', no: 'At or above' },
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
