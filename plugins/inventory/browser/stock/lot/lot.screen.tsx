import {
  DateText,
  Icon,
  LinkButton,
  LinkText,
  ListScreen,
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
        { id: 'storageLocation', header: 'Place' },
        {
          id: 'ownerAccount',
          header: 'Owner',
          cell: (row) =>
            row.ownerAccount.isSelf ? null : <StatusBadge tone="info">{row.ownerAccount.name}</StatusBadge>,
          width: 160,
        },
        { id: 'remainingQuantity', header: 'Quantity' },
        { id: 'inventoryValue', header: 'Value' },
        { id: 'oldestReceiptAt', header: 'Received' },
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
