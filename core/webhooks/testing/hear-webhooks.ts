import type { Client } from '../../contracts/client.ts';
import {
  listWebhookDeliveries,
  type WebhookDeliveryStatus,
  type WebhookEndpointInput,
  webhookEndpoints,
} from '../../contracts/work/webhook.contract.ts';
import { openReceiver } from './webhook-receiver.ts';

/** A receiver on this machine that hears events of a person's account. Its kernel must permit `127.0.0.0/8`. */
export async function hearWebhooks(person: Client, heard: Pick<WebhookEndpointInput, 'events' | 'scopes'>) {
  const receiver = await openReceiver();
  await person.call(webhookEndpoints.create, { body: { name: 'Receiver', url: receiver.url, ...heard } });
  return {
    ...receiver,
    /** `data` of the calls that told an event of this type. */
    toldOf: (type: string): Record<string, unknown>[] =>
      receiver.received.flatMap(({ body }) => {
        const told = JSON.parse(body) as { type: string; data: Record<string, unknown> };
        return told.type === type ? [told.data] : [];
      }),
    /** Number of deliveries of the account in a state. */
    countOf: async (status: WebhookDeliveryStatus): Promise<number> =>
      (await person.call(listWebhookDeliveries, { query: { status: [status], take: 1 } })).count,
  };
}
export type HeardWebhooks = Awaited<ReturnType<typeof hearWebhooks>>;
