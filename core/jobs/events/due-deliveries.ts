import type { PoolClient } from 'pg';
import type { Logger } from 'pino';
import { outboxSignal } from '../../events/outbox-signal.ts';

/** Due webhooks of one endpoint. */
export interface DeliveryBatch {
  accountID: string;
  endpointID: string;
  ids: string[];
}

/** Sends a batch and writes the results. An error leaves the rest of the batch claimed until the claim ends. */
export type SendDeliveries = (batch: DeliveryBatch, signal: AbortSignal) => Promise<void>;

/** Batches of one endpoint that are sent at the same time. Each sends one delivery after the other. */
const width = 5;
/** Deliveries of a batch: few, so that a batch for a silent receiver ends before its claim. */
const batchSize = 10;
/** Batches that one process sends at the same time. */
const mostBatches = 400;
/** Seconds after which a claim ends, because its process has died. */
const claimSeconds = 180;

/**
 * Deliveries to send: a batch for each endpoint with fewer than five batches, those that wait longest first. Reads a
 * few index entries per endpoint with open deliveries, however many there are. All deliveries of a batch have the same
 * end of their claim.
 */
const dueStatement = `with recursive each as (
    (select found.account_id, found.endpoint_id from core.webhook_delivery found where found.due_at is not null
      order by found.account_id, found.endpoint_id limit 1)
    union all
    select further.account_id, further.endpoint_id from each cross join lateral (
      select found.account_id, found.endpoint_id from core.webhook_delivery found where found.due_at is not null
        and (found.account_id, found.endpoint_id) > (each.account_id, each.endpoint_id)
      order by found.account_id, found.endpoint_id limit 1) further),
  ready as (
    select each.account_id, each.endpoint_id, oldest.due_at from each cross join lateral (
      select found.due_at from core.webhook_delivery found
      where found.account_id = each.account_id and found.endpoint_id = each.endpoint_id and found.due_at is not null
        and (found.claimed_until is null or found.claimed_until <= $1::timestamptz)
      order by found.due_at limit 1) oldest
    where oldest.due_at <= $1::timestamptz and each.endpoint_id <> all($3::text[]) and (
      select count(distinct claimed.claimed_until) from core.webhook_delivery claimed
      where claimed.account_id = each.account_id and claimed.endpoint_id = each.endpoint_id
        and claimed.claimed_until > $1::timestamptz) < ${width}
    order by oldest.due_at limit $2)
  select ready.account_id as "accountID", ready.endpoint_id as "endpointID", due.id from ready cross join lateral (
    select found.id from core.webhook_delivery found
    where found.account_id = ready.account_id and found.endpoint_id = ready.endpoint_id
      and found.due_at <= $1::timestamptz and (found.claimed_until is null or found.claimed_until <= $1::timestamptz)
    order by found.due_at limit ${batchSize}) due`;

const claimStatement = `update core.webhook_delivery delivery
  set claimed_until = $1::timestamptz + interval '${claimSeconds} seconds'
  from unnest($2::text[], $3::text[]) as due(account_id, id)
  where delivery.account_id = due.account_id and delivery.id = due.id`;

/**
 * Claims due webhooks and sends them beside the dispatcher, five at once per endpoint. A silent receiver occupies only
 * its own batches.
 */
export class DueDeliveries {
  readonly #send: SendDeliveries;
  readonly #now: () => Date;
  readonly #log: Logger;
  readonly #running = new Map<Promise<void>, string>();
  readonly #stopping = new AbortController();

  constructor(send: SendDeliveries, now: () => Date, log: Logger) {
    this.#send = send;
    this.#now = now;
    this.#log = log;
  }

  get isBusy(): boolean {
    return this.#running.size > 0;
  }

  /** Claims deliveries in the dispatcher's transaction, which holds its lock. */
  async claim(client: PoolClient): Promise<DeliveryBatch[]> {
    const room = mostBatches - this.#running.size;
    if (room <= 0 || this.#stopping.signal.aborted) return [];
    const now = this.#now();
    const { rows } = await client.query<{ accountID: string; endpointID: string; id: string }>(dueStatement, [
      now,
      room,
      this.#served(),
    ]);
    if (!rows.length) return [];
    await client.query(claimStatement, [now, rows.map(({ accountID }) => accountID), rows.map(({ id }) => id)]);
    return [...Map.groupBy(rows, ({ endpointID }) => endpointID).values()].flatMap((found) => {
      const [first] = found;
      return first
        ? [{ accountID: first.accountID, endpointID: first.endpointID, ids: found.map(({ id }) => id) }]
        : [];
    });
  }

  /** Endpoints with as many batches in this process as one may have. */
  #served(): string[] {
    const batches = Map.groupBy(this.#running.values(), (endpointID) => endpointID);
    return [...batches].flatMap(([endpointID, { length }]) => (length < width ? [] : [endpointID]));
  }

  /** Begins to send claimed deliveries, after the claim was committed. */
  begin(batches: readonly DeliveryBatch[]): void {
    for (const batch of batches) {
      const running = this.#send(batch, this.#stopping.signal)
        .catch((error: unknown) => {
          this.#log.error({ err: error, endpointID: batch.endpointID }, 'webhooks were not sent; trying again later');
        })
        .finally(() => {
          this.#running.delete(running);
          // More of this endpoint may be due.
          outboxSignal.wake();
        });
      this.#running.set(running, batch.endpointID);
    }
  }

  /** Ends calls that are under way and gives their deliveries back. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#running.keys());
  }
}
