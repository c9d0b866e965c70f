import { ActionIcon, Group, Tooltip } from '@mantine/core';
import { hidden, Icon, ListScreen, useSession } from '@millwright/core/browser';
import { type InventoryReceiptRow, type Item, listInventoryReceipts } from '../../../../contracts/index.ts';
import classes from '../item.module.css';
import { RecordLink } from '../record-link.tsx';
import type { StockPlace } from '../stock/stock-dialogs.tsx';

const placeOf = (row: InventoryReceiptRow): StockPlace => ({
  storageLocationID: row.storageLocation.id,
  lotNumber: row.lot?.lotNumber ?? null,
  customerID: row.ownerAccount.isSelf ? null : row.ownerAccount.id,
});

/** Stock of the item by place, lot and owner; each row can be counted and moved. */
export function StockPanel({
  item,
  onCount,
  onMove,
}: {
  item: Item;
  onCount(place: StockPlace): void;
  onMove(place: StockPlace): void;
}) {
  const { can } = useSession();
  const canChange = can('inventory:update');
  const canSeePlaces = can('storage_locations:read');
  return (
    <ListScreen
      embedded
      name="item-stock"
      title="Stock by location"
      endpoint={listInventoryReceipts}
      fixedQuery={{ itemIDs: [item.id] }}
      searchable={false}
      columns={[
        {
          id: 'storageLocation',

          header: 'Location',
          cell: ({ storageLocation }) =>
            canSeePlaces ? (
              <RecordLink to={`/dashboard/storage-locations/${storageLocation.id}`}>
                {storageLocation.fullName}
              </RecordLink>
            ) : (
              storageLocation.fullName
            ),
        },
        {
          id: 'lot',

          cell: ({ lot }) =>
            lot && canSeePlaces ? (
              <RecordLink to={`/dashboard/lots/${lot.id}`}>{lot.lotNumber}</RecordLink>
            ) : (
              lot?.lotNumber
            ),
          width: 110,
        },
        {
          id: 'ownerAccount',
          header: 'Owner',
          cell: ({ ownerAccount }) =>
            ownerAccount.isSelf ? <span className={classes['soft']}>Own stock</span> : ownerAccount.name,
          width: 130,
        },
        { id: 'remainingQuantity', header: 'Quantity' },
        { id: 'inventoryValue', header: 'Value' },
        { id: 'oldestReceiptAt', header: 'Oldest' },
        ...hidden({ id: 'newestReceiptAt', header: 'Newest' }),
        ...(canChange
          ? [
              {
                id: 'actions',
                csv: false as const,
                width: 90,
                align: 'end' as const,
                cell: (row: InventoryReceiptRow) => (
                  <Group gap={4} wrap="nowrap" justify="flex-end">
                    <RowAction
                      label={`Count ${row.storageLocation.fullName}`}
                      icon="check"
                      onClick={() => onCount(placeOf(row))}
                    />
                    <RowAction
                      label={`Move from ${row.storageLocation.fullName}`}
                      icon="arrowRight"
                      onClick={() => onMove(placeOf(row))}
                    />
                  </Group>
                ),
              },
            ]
          : []),
      ]}
      rowLabel={(row) => row.storageLocation.fullName}
      empty={{
        title: 'Nothing in stock',
        text: 'What is received or counted appears here by place and lot.',
        icon: 'box',
      }}
    />
  );
}

function RowAction({ label, icon, onClick }: { label: string; icon: 'check' | 'arrowRight'; onClick(): void }) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={onClick}>
        <Icon name={icon} />
      </ActionIcon>
    </Tooltip>
  );
}
