import { Button, Group, Text } from '@mantine/core';
import type { SalesOrder } from '@millwright/commerce/contracts';
import {
  ErrorState,
  FormDialog,
  LoadingState,
  Panel,
  TextField,
  toast,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { getTimeline } from '@millwright/core/contracts';
import { useState } from 'react';
import { getSampleRecord, listSampleRecords, setSampleRecord, setSampleRecordBody } from '../../contracts/index.ts';

/** Below an order's facts. */
export function OrderSampleRecordSlot({ order }: { order: SalesOrder }) {
  const session = useSession();
  const isAllowed = session.can('sample_records:read');
  const params = { orderID: order.id };
  const record = useEndpoint(getSampleRecord, { params }, { enabled: isAllowed });
  const set = useEndpointMutation(setSampleRecord, { invalidates: [getSampleRecord, listSampleRecords, getTimeline] });
  const [isOpen, setOpen] = useState(false);
  if (!isAllowed) return null;
  const found = record.data?.sampleRecord;
  return (
    <Panel title="Sample record">
      {record.data ? (
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm">{found?.text ?? 'Nothing yet'}</Text>
          {session.can('sample_records:update') && (
            <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
              Edit
            </Button>
          )}
        </Group>
      ) : record.error ? (
        <ErrorState error={record.error} onRetry={() => void record.refetch()} what="sample record" />
      ) : (
        <LoadingState lines={1} />
      )}
      <FormDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={`Sample record of order ${order.number}`}
        schema={setSampleRecordBody}
        values={found ? { text: found.text, version: found.version } : { text: '' }}
        onSave={async (body) => {
          await set.mutateAsync({ params, body });
          toast.success('Saved');
        }}
      >
        <TextField name="text" label="Text" required autoFocus />
      </FormDialog>
    </Panel>
  );
}
