import { Text } from '@mantine/core';
import {
  DateText,
  DateTimeText,
  DetailScreen,
  Icon,
  LinkButton,
  LinkText,
  ListScreen,
  Money,
  Quantity,
  StatusBadge,
  useDelete,
  useEndpointMutation,
  useRecord,
  useSession,
} from '@millwright/core/browser';
import { deleteLot, getLot, type Lot, listInventoryReceipts } from '../../../contracts/index.ts';
import { itemHref } from '../../record-sources.ts';

/** Where the lot lies, and what it cost. */
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
  const { id, params, query: lot } = useRecord(getLot);
  const remove = useEndpointMutation(deleteLot);
  const askAndDelete = useDelete('lot', '/dashboard/lots');
  return (
    <DetailScreen
      query={lot}
      what="lot"
      list={{ name: 'lots', href: '/dashboard/lots', label: 'lots' }}
      record={{ type: 'lot', id }}
      title={({ lotNumber }) => `Lot ${lotNumber}`}
      status={({ isExpired }) => isExpired && <StatusBadge tone="danger">Expired</StatusBadge>}
      editHref={({ id }) => (session.can('storage_locations:update') ? `/dashboard/lots/${id}/edit` : undefined)}
      actions={({ id }) => (
        <LinkButton
          to={`/dashboard/labels?type=lot&ids=${id}`}
          variant="default"
          leftSection={<Icon name="printer" size={14} />}
        >
          Labels
        </LinkButton>
      )}
      menu={(data) => [
        session.can('storage_locations:delete') && {
          label: 'Delete',
          icon: 'trash',
          danger: true,
          onClick: () => void askAndDelete(`Lot ${data.lotNumber}`, () => remove.mutateAsync({ params })),
        },
      ]}
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
        {
          id: 'notes',
          label: 'Notes',
          render: ({ notes }) => <Text style={{ whiteSpace: 'pre-wrap' }}>{notes}</Text>,
          isHidden: ({ notes }) => !notes,
        },
      ]}
      facts={(data) => [
        { label: 'Description', value: data.item.description },
        { label: 'Created', value: <DateTimeText value={data.createdAt} /> },
        { label: 'Changed', value: <DateTimeText value={data.updatedAt} relative /> },
      ]}
    />
  );
}
