import { Text } from '@mantine/core';
import { DateField, FormDialog, formats, SwitchField, toast, useEndpointMutation } from '@millwright/core/browser';
import { z } from 'zod';
import { dateIn, isoDate, startOfDayIn } from '../../../../core/contracts/texts/date.ts';
import { replayWebhookDeliveries, type WebhookEndpointView } from '../../../../core/contracts/work/webhook.contract.ts';

const replayForm = z.strictObject({ day: isoDate, delivered: z.boolean() });

/** Sends everything since a day again. */
export function ReplayDialog({ endpoint, onClose }: { endpoint: WebhookEndpointView | null; onClose(): void }) {
  const replay = useEndpointMutation(replayWebhookDeliveries);
  const { timeZone } = formats().settings;
  return (
    <FormDialog
      opened={endpoint !== null}
      onClose={onClose}
      title={`Send again to ${endpoint?.name ?? ''}`}
      saveLabel="Send again"
      schema={replayForm}
      values={{ day: dateIn(timeZone), delivered: false }}
      onSave={async ({ day, delivered }) => {
        if (!endpoint) return;
        const since = startOfDayIn(timeZone, day).toISOString();
        const { count } = await replay.mutateAsync({
          params: { webhookEndpointID: endpoint.id },
          body: { since, delivered },
        });
        toast.success(count === 1 ? '1 delivery is sent again' : `${count} deliveries are sent again`);
      }}
    >
      <Text size="sm" c="dimmed">
        Deliveries keep their ids, so that the receiver knows those that it has. At most 10,000 at once.
      </Text>
      <DateField name="day" label="Since the beginning of" required max={dateIn(timeZone)} autoFocus />
      <SwitchField name="delivered" label="Also what was taken" description="For a receiver that has lost data" />
    </FormDialog>
  );
}
