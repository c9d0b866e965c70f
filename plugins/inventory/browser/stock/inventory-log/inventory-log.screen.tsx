import { Button } from '@mantine/core';
import {
  DateTimeText,
  FormDialog,
  LinkText,
  ListScreen,
  Money,
  Quantity,
  RecordScreen,
  TextField,
  toast,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useState } from 'react';
import { z } from 'zod';
import {
  getInventoryChangeLog,
  type InventoryChangeLog,
  listInventoryChangeLogs,
  movementActions,
  stockReason,
  voidInventoryChange,
} from '../../../contracts/index.ts';
import { ActionBadge } from '../../action-badge.tsx';
import { itemHref } from '../../record-sources.ts';

const voidBody = z.strictObject({ reason: stockReason });

const logHref = (id: string): string => `/dashboard/inventory-logs/${id}`;

/** The other entries of the same operation: the other half of a move, the lines of a count. */
function Together({ change }: { change: InventoryChangeLog }) {
  return (
    <ListScreen
      embedded
      name="inventory-log-together"
      title="Done together"
      endpoint={listInventoryChangeLogs}
      fixedQuery={{ operationIDs: [change.operationID] }}
      searchable={false}
      columns={[
        { id: 'item', header: 'SKU', sortable: 'sku', width: 150 },
        'quantity',
        { id: 'storageLocation', header: 'Place' },
        { id: 'lot', width: 110 },
        'value',
      ]}
      rowHref={(row) => logHref(row.id)}
      rowLabel={(row) => `${row.quantity.measure} ${row.item.sku} in ${row.storageLocation.fullName}`}
    />
  );
}

export function InventoryLogScreen() {
  const session = useSession();
  const revert = useEndpointMutation(voidInventoryChange);
  const [isVoiding, setVoiding] = useState(false);
  const canVoid = (data: InventoryChangeLog) =>
    session.can('inventory:update') && data.actionType !== 'void' && !data.reversedByID;
  return (
    <RecordScreen
      record={{
        words: ['stock change', 'inventory logs'],
        home: '/dashboard/inventory-logs',
        get: getInventoryChangeLog,
      }}
      times={false}
      title={(data) => `${movementActions[data.actionType]} ${data.item.sku}`}
      status={(data) => <ActionBadge change={data} />}
      actions={(data) =>
        canVoid(data) && (
          <Button variant="default" onClick={() => setVoiding(true)}>
            Void
          </Button>
        )
      }
      summary={(data) => [
        { label: 'Quantity', value: <Quantity value={data.quantity} /> },
        {
          label: 'Place',
          value: (
            <LinkText to={`/dashboard/storage-locations/${data.storageLocation.id}`}>
              {data.storageLocation.fullName}
            </LinkText>
          ),
        },
        { label: 'Value', value: <Money value={data.value} /> },
      ]}
      tabs={[{ id: 'together', label: 'Done together', render: (data) => <Together change={data} /> }]}
      facts={(data) => [
        { label: 'When', value: <DateTimeText value={data.createdAt} /> },
        { label: 'Who', value: data.responsibleName },
        { label: 'Scanning station', value: data.responsibleScanningStation?.name },
        {
          label: 'Item',
          value: <LinkText to={itemHref(data.item)}>{data.item.sku}</LinkText>,
        },
        { label: 'Lot', value: data.lot?.lotNumber },
        { label: 'Owner', value: data.ownerAccount.isSelf ? undefined : data.ownerAccount.name },
        { label: 'Unit cost', value: <Money value={data.unitCost} unitPrice /> },
        { label: 'Reason', value: data.reason },
        {
          label: 'Voids',
          value: data.reversesID && <LinkText to={logHref(data.reversesID)}>The entry it takes back</LinkText>,
        },
        {
          label: 'Voided by',
          value: data.reversedByID && <LinkText to={logHref(data.reversedByID)}>The entry that took it back</LinkText>,
        },
      ]}
    >
      {({ id }) => (
        <FormDialog
          opened={isVoiding}
          onClose={() => setVoiding(false)}
          title="Void this change"
          saveLabel="Void"
          schema={voidBody}
          values={{ reason: '' }}
          onSave={async (body) => {
            await revert.mutateAsync({ params: { inventoryChangeLogID: id }, body: voidBody.parse(body) });
            toast.success('The stock is as it was before');
          }}
        >
          <TextField name="reason" label="Reason" autoFocus />
        </FormDialog>
      )}
    </RecordScreen>
  );
}
