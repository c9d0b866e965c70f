import {
  DateText,
  Icon,
  LinkButton,
  LinkText,
  ListScreen,
  Money,
  noteTab,
  Quantity,
  RecordScreen,
  StatusBadge,
  useSession,
} from '@millwright/core/browser';
import { type Lot, listInventoryReceipts, lots } from '../../../contracts/index.ts';
import { itemHref } from '../../record-sources.ts';

/** Places and cost of the lot's stock. */
function LotStock({ lot }: { lot: Lot }) {
  return (
    <ListScreen
      embedded
      name="lot-stock"
      title="Stock"
      endpoint={listInventoryReceipts}
      fixedQuery={{ lotIDs: [lot.id] }}
      searchable={false}
      columns={[
        {
          id: 'storageLocation',
          csv: 'storageLocation.fullName',
          header: 'Place',
          cell: (row) => row.storageLocation.fullName,
          sortable: true,
        },
        {
          id: 'ownerAccount',
          csv: 'ownerAccount.name',
          header: 'Owner',
          cell: (row) =>
            row.ownerAccount.isSelf ? null : <StatusBadge tone="info">{row.ownerAccount.name}</StatusBadge>,
          width: 160,
        },
        {
          id: 'remainingQuantity',
          csv: 'remainingQuantity.measure',
          header: 'Quantity',
          cell: (row) => <Quantity value={row.remainingQuantity} />,
          sortable: true,
          align: 'end',
          width: 130,
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
          header: 'Received',
          cell: (row) => <DateText value={row.oldestReceiptAt} />,
          sortable: true,
          width: 120,
        },
      ]}
      rowHref={(row) => `/dashboard/storage-locations/${row.storageLocation.id}`}
      rowLabel={(row) => row.storageLocation.fullName}
      empty={{ title: 'Nothing is left of this lot', icon: 'box' }}
    />
  );
}

export function LotScreen() {
  const session = useSession();
  return (
    <RecordScreen
      record={lots}
      title={({ lotNumber }) => `Lot ${lotNumber}`}
      status={({ isExpired }) => isExpired && <StatusBadge tone="danger">Expired</StatusBadge>}
      actions={({ id }) => (
        <LinkButton
          to={`/dashboard/labels?type=lot&ids=${id}`}
          variant="default"
          leftSection={<Icon name="printer" size={14} />}
        >
          Labels
        </LinkButton>
      )}
      summary={(data) => [
        {
          label: 'Item',
          value: <LinkText to={itemHref(data.item)}>{data.item.sku}</LinkText>,
        },
        { label: 'On hand', value: <Quantity value={data.onHand} /> },
        { label: 'Expires', value: data.expiresOn && <DateText value={data.expiresOn} /> },
      ]}
      tabs={[
        {
          id: 'stock',
          label: 'Stock',
          render: (data) => <LotStock lot={data} />,
          isHidden: () => !session.can('inventory:read'),
        },
        noteTab('notes', 'Notes', { isOptional: true }),
      ]}
      facts={(data) => [{ label: 'Description', value: data.item.description }]}
    />
  );
}
