import { Alert, Button } from '@mantine/core';
import {
  DateTimeText,
  ListScreen,
  RecordScreen,
  runWithToast,
  StatusBadge,
  toast,
  useConfirm,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useState } from 'react';
import {
  listWebhookDeliveries,
  pauseWebhookEndpoint,
  resumeWebhookEndpoint,
  rotateWebhookEndpoint,
  testWebhookEndpoint,
  type WebhookDeliveryView,
  type WebhookEndpointView,
  webhookEndpointStates,
  webhookEndpoints,
} from '../../../../core/contracts/work/webhook.contract.ts';
import type { ShownSecret } from '../api-key/secret-dialog.tsx';
import { answerText, DeliveryDialog } from './delivery-dialog.tsx';
import { ReplayDialog } from './replay-dialog.tsx';
import { WebhookSecretDialog } from './webhook-secret-dialog.tsx';

/** What an endpoint that takes nothing means, and what to do. */
function Trouble({ status, failingSince }: WebhookEndpointView) {
  if (webhookEndpointStates.is.off(status))
    return (
      <Alert color="red" title="This endpoint is off" mb="md">
        Its receiver answered 410 or took nothing for five days. Turn it on when the receiver is well, then send again
        what it has missed.
      </Alert>
    );
  if (webhookEndpointStates.is.failing(status) && failingSince)
    return (
      <Alert color="yellow" title="The last delivery was not taken" mb="md" c="var(--mw-text)">
        Nothing was taken since <DateTimeText value={failingSince} />. Deliveries are sent again by themselves; after
        five days the endpoint is turned off.
      </Alert>
    );
  return null;
}

/** The log of an endpoint; a row opens the delivery. */
function DeliveryLog({ endpointID }: { endpointID: string }) {
  const [opened, setOpened] = useState<WebhookDeliveryView | null>(null);
  return (
    <>
      <ListScreen
        embedded
        name="webhook-deliveries"
        title="Deliveries"
        endpoint={listWebhookDeliveries}
        fixedQuery={{ endpointID }}
        columns={[
          { id: 'type', header: 'Event' },
          'status',
          {
            id: 'lastStatus',
            header: 'Result',
            cell: ({ lastStatus, lastError }) => answerText({ status: lastStatus, error: lastError }),
            width: 180,
          },
          'attempts',
          { id: 'createdAt', header: 'Time', instant: 'relative' },
        ]}
        filters={['status']}
        searchPlaceholder="Search by event, record or id"
        onOpen={setOpened}
        rowLabel={({ type, eventID }) => `${type} ${eventID}`}
        empty={{
          title: 'Nothing was sent yet',
          text: 'Deliveries stand here for 30 days with what the receiver answered.',
          icon: 'inbox',
        }}
      />
      <DeliveryDialog shown={opened} onClose={() => setOpened(null)} />
    </>
  );
}

export function WebhookScreen() {
  const { can } = useSession();
  const confirm = useConfirm();
  const test = useEndpointMutation(testWebhookEndpoint);
  const pause = useEndpointMutation(pauseWebhookEndpoint);
  const resume = useEndpointMutation(resumeWebhookEndpoint);
  const rotate = useEndpointMutation(rotateWebhookEndpoint);
  const [replayed, setReplayed] = useState<WebhookEndpointView | null>(null);
  const [secret, setSecret] = useState<ShownSecret | null>(null);
  const mayChange = can('webhooks:update');
  const tryIt = async ({ id }: WebhookEndpointView): Promise<void> => {
    try {
      const answer = await test.mutateAsync({ params: { webhookEndpointID: id } });
      if (answer.isDelivered) toast.success(`Taken in ${answer.milliseconds} ms`);
      else toast.error(`Not taken: ${answerText(answer)}`);
    } catch (error) {
      toast.error(error);
    }
  };
  const newSecret = async ({ id, name }: WebhookEndpointView): Promise<void> => {
    const message = 'For 24 hours deliveries are signed with the new and the old secret.';
    if (!(await confirm({ title: `Rotate the secret of ${name}?`, message, confirmLabel: 'Make new secret' }))) return;
    try {
      setSecret(await rotate.mutateAsync({ params: { webhookEndpointID: id } }));
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <RecordScreen
      record={webhookEndpoints}
      list={{ label: 'Webhooks' }}
      status={({ status }) => (
        <StatusBadge tone={webhookEndpointStates.tones[status]}>{webhookEndpointStates.names[status]}</StatusBadge>
      )}
      actions={(endpoint) =>
        mayChange && (
          <>
            {webhookEndpointStates.is.pausable(endpoint.status) ? (
              <Button
                variant="default"
                loading={pause.isPending}
                onClick={() =>
                  void runWithToast(
                    () => pause.mutateAsync({ params: { webhookEndpointID: endpoint.id } }),
                    'Paused: deliveries wait',
                  )
                }
              >
                Pause
              </Button>
            ) : (
              <Button
                variant="default"
                loading={resume.isPending}
                onClick={() =>
                  void runWithToast(
                    () => resume.mutateAsync({ params: { webhookEndpointID: endpoint.id } }),
                    'Deliveries are sent',
                  )
                }
              >
                {webhookEndpointStates.is.off(endpoint.status) ? 'Turn on' : 'Resume'}
              </Button>
            )}
            <Button loading={test.isPending} onClick={() => void tryIt(endpoint)}>
              Test
            </Button>
          </>
        )
      }
      menu={(endpoint) => [
        mayChange && { label: 'Rotate secret', icon: 'refresh', onClick: () => void newSecret(endpoint) },
        mayChange && {
          label: 'Send again since',
          icon: 'undo',
          disabled: webhookEndpointStates.is.off(endpoint.status),
          onClick: () => setReplayed(endpoint),
        },
      ]}
      deletion={() => ({ warning: 'Its log and everything that waits for it are deleted too.' })}
      facts={(endpoint) => [
        { label: 'Address', value: <span style={{ overflowWrap: 'anywhere' }}>{endpoint.url}</span> },
        { label: 'Events', value: endpoint.events.join(', ') },
        { label: 'May read', value: endpoint.scopes.join(', ') },
        { label: 'Secret', value: <code>{endpoint.secretHint}</code> },
        {
          label: 'Old secret until',
          value: endpoint.previousExpiresAt && <DateTimeText value={endpoint.previousExpiresAt} />,
        },
        {
          label: 'Last delivery',
          value: endpoint.lastDeliveredAt && <DateTimeText value={endpoint.lastDeliveredAt} relative />,
        },
        { label: 'Made by', value: endpoint.createdBy },
      ]}
    >
      {(endpoint) => (
        <>
          <Trouble {...endpoint} />
          <DeliveryLog endpointID={endpoint.id} />
          <ReplayDialog endpoint={replayed} onClose={() => setReplayed(null)} />
          <WebhookSecretDialog shown={secret} onClose={() => setSecret(null)} />
        </>
      )}
    </RecordScreen>
  );
}
