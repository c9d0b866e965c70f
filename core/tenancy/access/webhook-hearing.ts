import type { Registry } from '../../boot/registry/registry.ts';
import { hearsEvent } from '../../contracts/work/webhook.contract.ts';
import type { HearingEndpoint, WebhookHearing } from '../../kernel/context/context.ts';

const none: readonly HearingEndpoint[] = [];

/**
 * Finds the endpoints that hear an event: it is public, a filter names it, and the endpoint's rights cover its record.
 */
export const webhookHearing = (
  registry: Pick<Registry, 'record'>,
  endpoints: readonly HearingEndpoint[],
): WebhookHearing => ({
  endpointsFor(event, recordType) {
    if (!endpoints.length || !event.isPublic) return none;
    const right = registry.record(recordType)?.permission;
    return right === undefined
      ? none
      : endpoints.filter(({ events, scopes }) => scopes.includes(right) && hearsEvent(events, event.type));
  },
  pathOf: (recordType) => registry.record(recordType)?.path,
});
