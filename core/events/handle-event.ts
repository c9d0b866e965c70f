import type { TableRow } from '../database/rows/table-row.ts';
import type { Planning } from '../database/statements/sent-statement.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import { traced } from '../tracing/tracing.ts';
import { EventOutbox } from './event-outbox.entity.ts';
import type { EventRegistry, EventSubscription } from './event-registry.ts';
import type { HandledEvent } from './handled-event.entity.ts';

type Tables = { 'core.handled_event': TableRow<typeof HandledEvent> };

/** Runs work inside an account as the system, in one transaction of the tenant role; passed in by the kernel. */
export type RunInAccount = <T>(
  accountID: string,
  work: (ctx: AccountContext) => Promise<T>,
  how?: { planning: Planning },
) => Promise<T>;

/** The job's data about an event. The payload is not included, because the job role cannot read it. */
export interface EventJob {
  accountID: string;
  eventID: string;
  /** Name of the subscription. */
  subscriber: string;
}

/** A delivery that cannot succeed in any further try; it becomes a failed job at once. */
export class HopelessDelivery extends Error {
  override readonly name = 'HopelessDelivery';
}

/**
 * Result of a delivery. `skipped`: the plugin is disabled for the account; `repeated`: the event was handled before.
 */
export type DeliveryOutcome = 'handled' | 'repeated' | 'skipped';

/**
 * Delivers one event to one subscriber in one transaction: first the handled mark, then the handler. A concurrent
 * second delivery waits at the mark's key and then finds it written.
 * @throws the handler's errors, and HopelessDelivery
 */
export async function handleEvent(
  registry: EventRegistry,
  runInAccount: RunInAccount,
  job: EventJob,
): Promise<DeliveryOutcome> {
  const { accountID, eventID, subscriber } = job;
  const owned = registry.find(subscriber);
  if (!owned) throw new HopelessDelivery(`No installed plugin has the subscription "${subscriber}"`);
  const { pluginID, subscription } = owned;
  if (subscription.runOutside) {
    const { runOutside } = subscription;
    const told = await runInAccount(accountID, (ctx) => readPayload(ctx, eventID, subscription));
    await traced(spanOf(subscriber, told.traceparent), () => runOutside(accountID, told.payload));
    return 'handled';
  }
  return runInAccount(accountID, async (ctx) => {
    if (pluginID !== 'core' && !ctx.isEnabled(pluginID)) return 'skipped';
    const mark = await ctx.em
      .query<Tables>()
      .insertInto('core.handled_event')
      .values({ account_id: accountID, subscriber, event_id: eventID, handled_at: ctx.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('event_id')
      .executeTakeFirst();
    if (!mark) return 'repeated';
    const { payload, occurredAt, traceparent } = await readPayload(ctx, eventID, subscription);
    await traced(spanOf(subscriber, traceparent), async (span) => {
      ctx.traceparent = span?.traceparent ?? traceparent;
      await subscription.handle?.(ctx, payload, { id: eventID, occurredAt });
    });
    return 'handled';
  });
}

/** A span in the trace of the request that emitted the event. */
const spanOf = (subscriber: string, parent: string | undefined) => ({
  name: `handle ${subscriber}`,
  kind: 'consumer' as const,
  parent,
});

/** The payload of the event, parsed by the subscriber's schema. */
async function readPayload(
  ctx: AccountContext,
  eventID: string,
  { event: { payload } }: EventSubscription,
): Promise<{ payload: unknown; occurredAt: Date; traceparent: string | undefined }> {
  const event = await ctx.em.findOne(EventOutbox, { accountID: ctx.account.id, id: eventID });
  if (!event) throw new HopelessDelivery(`There is no event ${eventID}`);
  const parsed = payload.safeParse(event.payload);
  if (!parsed.success)
    throw new HopelessDelivery(`The payload of ${eventID} does not fit ${event.type}: ${parsed.error.message}`);
  return { payload: parsed.data, occurredAt: event.occurredAt, traceparent: event.traceparent ?? undefined };
}
