import { Stack, Text } from '@mantine/core';
import { Panel } from '@millwright/core/browser';
import type { SalesOrder } from '../../../../contracts/index.ts';

/** The notes of an order. Portal customers see only their own note, so its heading is shorter for them. */
export function OrderNotes({ order, isPortal }: { order: SalesOrder; isPortal: boolean }) {
  const notes = [
    [isPortal ? 'Note' : 'For the customer', order.customerNote],
    ['Internal', order.note],
  ] as const;
  return (
    <Stack>
      {notes.map(
        ([title, text]) =>
          text && (
            <Panel key={title} title={title}>
              <Text style={{ whiteSpace: 'pre-wrap' }}>{text}</Text>
            </Panel>
          ),
      )}
    </Stack>
  );
}
