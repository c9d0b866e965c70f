import { Button, Group, Modal, NumberInput, Stack, Text, Textarea } from '@mantine/core';
import { ApiError, FilesPanel, toast, useEndpointMutation } from '@millwright/core/browser';
import { useState } from 'react';
import { type OwnOrder, requestReturn } from '../../../contracts/index.ts';

/** Requests a return: quantities of an order, and the reason. */
export function ReturnDialog({ order, onClose }: { order: OwnOrder; onClose(): void }) {
  const [quantities, setQuantities] = useState<Record<string, number>>({});
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const ask = useEndpointMutation(requestReturn);
  const send = async () => {
    setFailure(null);
    const lines = Object.entries(quantities)
      .filter(([, quantity]) => quantity > 0)
      .map(([lineID, quantity]) => ({ lineID, quantity }));
    if (!lines.length) return setFailure('Choose what comes back');
    try {
      const { message } = await ask.mutateAsync({ params: { orderID: order.id }, body: { lines, reason } });
      toast.success(message);
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error.errors[0]?.message ?? error.message);
    }
  };
  return (
    <Modal opened onClose={onClose} title={<Text fw={600}>Return something of {order.number}</Text>}>
      <Stack>
        {order.lines
          .filter(({ shipped }) => shipped > 0)
          .map((line) => (
            <NumberInput
              key={line.id}
              label={`${line.sku} ${line.description}`}
              description={`${line.shipped} ${line.unit} were shipped`}
              min={0}
              max={line.shipped}
              value={quantities[line.id] ?? 0}
              onChange={(value) => setQuantities({ ...quantities, [line.id]: Number(value) || 0 })}
            />
          ))}
        <Textarea
          label="Why"
          required
          autosize
          minRows={3}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <Text size="sm">Photos of what is wrong help us to decide. They are kept with the order.</Text>
        <FilesPanel record={{ type: 'sales_order', id: order.id }} />
        {failure && (
          <Text c="var(--mantine-color-error)" role="alert">
            {failure}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={ask.isPending} onClick={() => void send()}>
            Ask to return
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
