import { Button, Code, Group, Modal, Stack, Table, Text } from '@mantine/core';
import {
  DateTimeText,
  ErrorState,
  Facts,
  LoadingState,
  runWithToast,
  StatusBadge,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import {
  getWebhookDelivery,
  replayWebhookDeliveries,
  type WebhookDeliveryDetail,
  type WebhookDeliveryView,
  webhookDeliveryStates,
} from '../../../../core/contracts/work/webhook.contract.ts';
import classes from './delivery-dialog.module.css';

const WebhookDeliveryBadge = ({ status }: Pick<WebhookDeliveryView, 'status'>) => (
  <StatusBadge tone={webhookDeliveryStates.tones[status]}>{webhookDeliveryStates.names[status]}</StatusBadge>
);

/** The answer to an attempt in words. */
export const answerText = ({ status, error }: { status: number | null; error: string | null }): string =>
  error ?? (status === null ? '–' : `Answered ${status}`);

function DeliveryDetail({ delivery }: { delivery: WebhookDeliveryDetail }) {
  const { status, dueAt, eventID, type, tries, body, lastAnswer } = delivery;
  return (
    <Stack gap="md">
      <Facts
        facts={[
          { label: 'Status', value: <WebhookDeliveryBadge status={status} /> },
          { label: 'Event', value: type },
          { label: 'Id', value: <Code>{eventID}</Code> },
          ...(dueAt ? [{ label: 'Next attempt', value: <DateTimeText value={dueAt} /> }] : []),
        ]}
      />
      <div>
        <Text fw={600} mb={4}>
          Attempts
        </Text>
        {tries.length === 0 ? (
          <Text c="dimmed">None yet</Text>
        ) : (
          <Table.ScrollContainer minWidth={320}>
            <Table aria-label="Attempts">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Time</Table.Th>
                  <Table.Th>Result</Table.Th>
                  <Table.Th ta="end">Took</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {tries.map((each) => (
                  <Table.Tr key={each.at}>
                    <Table.Td>
                      <DateTimeText value={each.at} />
                    </Table.Td>
                    <Table.Td>{answerText(each)}</Table.Td>
                    <Table.Td ta="end">{each.milliseconds} ms</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </div>
      <section aria-label="Body">
        <Text fw={600} mb={4}>
          Body
        </Text>
        {/* The exact text that the signature is over. */}
        <Code block tabIndex={0} className={classes['body']}>
          {body}
        </Code>
      </section>
      {lastAnswer && (
        <section aria-label="Last answer">
          <Text fw={600} mb={4}>
            Last answer of the receiver
          </Text>
          <Code block tabIndex={0} className={classes['answer']}>
            {lastAnswer}
          </Code>
        </section>
      )}
    </Stack>
  );
}

/** A delivery with its body, attempts and answer. */
export function DeliveryDialog({ shown, onClose }: { shown: WebhookDeliveryView | null; onClose(): void }) {
  const { can } = useSession();
  const again = useEndpointMutation(replayWebhookDeliveries);
  const query = useEndpoint(
    getWebhookDelivery,
    { params: { webhookDeliveryID: shown?.id ?? '' } },
    { enabled: shown !== null },
  );
  const sendAgain = async (): Promise<void> => {
    if (!shown) return;
    const { id: deliveryID, endpointID: webhookEndpointID } = shown;
    await runWithToast(
      () => again.mutateAsync({ params: { webhookEndpointID }, body: { deliveryID } }),
      'It is sent again',
    );
    onClose();
  };
  return (
    <Modal opened={shown !== null} onClose={onClose} size="xl" title={<Text fw={600}>{shown?.type}</Text>}>
      {query.data ? (
        <DeliveryDetail delivery={query.data} />
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <LoadingState />
      )}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        {can('webhooks:update') && shown && webhookDeliveryStates.is.repeatable(shown.status) && (
          <Button loading={again.isPending} onClick={() => void sendAgain()}>
            Send again
          </Button>
        )}
      </Group>
    </Modal>
  );
}
