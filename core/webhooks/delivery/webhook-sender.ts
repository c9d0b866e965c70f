import { sql } from 'kysely';
import type { EndpointReply } from '../../contracts/endpoints/endpoint.ts';
import type { PermissionCode } from '../../contracts/plugins/permission.ts';
import { newID } from '../../contracts/texts/id.ts';
import {
  type testWebhookEndpoint,
  type WebhookTry,
  webhookEndpointStates,
  webhookTestType,
} from '../../contracts/work/webhook.contract.ts';
import type { RunInAccount } from '../../events/handle-event.ts';
import { webhookBody, webhookRow } from '../../events/webhook-rows.ts';
import { type CredentialVault, UnreadableSecretError } from '../../integrations/credential-vault.ts';
import type { DeliveryBatch } from '../../jobs/events/due-deliveries.ts';
import type { Clock } from '../../kernel/context/clock.ts';
import type { AccountContext, OutsideContext } from '../../kernel/context/context.ts';
import { requireGrantable } from '../../permissions/grants.ts';
import { noteFailure, noteSuccess, turnOff } from '../endpoint/endpoint-health.ts';
import { WebhookEndpoint } from '../endpoint/webhook-endpoint.entity.ts';
import { secretsOf } from '../endpoint/webhook-secrets.ts';
import { type DeliveryDecision, decideDelivery } from './decide-delivery.ts';
import { endDeliveries, holdDeliveries } from './open-deliveries.ts';
import { type CallReceiver, postWebhook, type WebhookAnswer } from './post-webhook.ts';
import { webhookDeliveryIs } from './webhook-delivery-is.ts';

/** Milliseconds since the last writing after which the next success is written, with those before it. */
const longestUnwritten = 250;
/** Attempts that the log of a delivery keeps. */
const keptTries = 50;

interface Claimed {
  id: string;
  eventID: string;
  body: string;
  attempts: number;
}

interface Prepared {
  url: string;
  secrets: string[];
  deliveries: Claimed[];
}

/** Sends deliveries to their endpoints, outside of transactions. */
export class WebhookSender {
  readonly #vault: CredentialVault;
  readonly #call: CallReceiver;
  readonly #clock: Clock;

  constructor(vault: CredentialVault, call: CallReceiver, clock: Clock) {
    this.#vault = vault;
    this.#call = call;
    this.#clock = clock;
  }

  /**
   * Sends claimed deliveries of one endpoint, one after the other, until one is answered with 410. A failure is written
   * at once, with the successes before it. Successes wait for the first one after a quarter of a second, or for the end
   * of the batch, so that a fast receiver costs a transaction for several calls. Answers that a crash loses are asked
   * for again. When the process goes down, deliveries without an answer are given back.
   */
  async send(runInAccount: RunInAccount, batch: DeliveryBatch, signal: AbortSignal): Promise<void> {
    const { accountID, endpointID } = batch;
    const prepared = await runInAccount(accountID, (ctx) => this.#prepare(ctx, batch));
    if (!prepared) return;
    const answered: Answered[] = [];
    let since = performance.now();
    const write = async (): Promise<boolean> => {
      const written = answered.splice(0);
      since = performance.now();
      return written.length > 0 && runInAccount(accountID, (ctx) => this.#record(ctx, endpointID, written));
    };
    for (const delivery of prepared.deliveries) {
      const attempt = signal.aborted ? undefined : await this.#post(prepared, delivery, signal);
      if (!attempt) break;
      answered.push({ delivery, attempt });
      const isWell = attempt.status !== null && attempt.status < 300;
      if ((!isWell || performance.now() - since > longestUnwritten) && (await write())) break;
    }
    await write();
    if (signal.aborted) await runInAccount(accountID, (ctx) => giveBack(ctx, batch.ids));
  }

  /** Sends `webhook.test` once and writes it into the log. */
  async test(ctx: OutsideContext, endpointID: string): Promise<EndpointReply<typeof testWebhookEndpoint>> {
    const at = ctx.clock.now();
    const record = { type: 'webhook_endpoint', id: endpointID };
    const eventID = newID('evt');
    const prepared = await ctx.inTransaction(
      async (inner) => {
        const endpoint = await inner.em.get(WebhookEndpoint, endpointID);
        requireGrantable(inner, endpoint.scopes as PermissionCode[]);
        const { actor } = inner;
        const payload = { webhookEndpointID: endpointID, name: endpoint.name };
        const fact = { id: eventID, type: webhookTestType, occurredAt: at, payload, actor, record };
        return {
          url: endpoint.url,
          secrets: await secretsOf(this.#vault, inner, endpoint),
          body: webhookBody(inner, fact),
        };
      },
      { readOnly: true },
    );
    const answer = await postWebhook(this.#call, { ...prepared, eventID, at });
    const { status, error, milliseconds } = answer;
    const isDelivered = decideDelivery(answer, { attempts: 1, now: at, random: 0 }).kind === 'delivered';
    await ctx.inTransaction(async (inner) => {
      const row = webhookRow(endpointID, {
        id: eventID,
        type: webhookTestType,
        record,
        body: prepared.body,
        createdAt: at,
      });
      inner.em.append('core.webhook_delivery', {
        ...row,
        status: isDelivered ? 'delivered' : 'dead',
        due_at: null,
        attempts: 1,
        tries: [tryOf(at, answer)],
        last_status: status,
        last_error: error,
        last_answer: answer.answer,
        last_tried_at: at,
      });
      if (isDelivered) await noteSuccess(inner, endpointID);
    });
    return { isDelivered, status, error, answer: answer.answer, milliseconds };
  }

  /** What a batch needs; undefined where its endpoint takes nothing now. */
  async #prepare(ctx: AccountContext, { endpointID, ids }: DeliveryBatch): Promise<Prepared | undefined> {
    const endpoint = await ctx.em.findOne(WebhookEndpoint, { accountID: ctx.account.id, id: endpointID });
    if (!endpoint || !webhookEndpointStates.is.sending(endpoint.status)) {
      await settleOthers(ctx, endpointID, ids);
      return undefined;
    }
    const { rows } = await sql<Claimed>`select id, event_id as "eventID", body, attempts from core.webhook_delivery
      where account_id = ${ctx.account.id} and id = any(${[...ids]}::text[]) and ${webhookDeliveryIs.waiting('status')}
      order by event_id`.execute(ctx.em.query());
    const secrets = await secretsOf(this.#vault, ctx, endpoint).catch((error: unknown) => {
      if (error instanceof UnreadableSecretError) return [];
      throw error;
    });
    return { url: endpoint.url, secrets, deliveries: rows };
  }

  /** One attempt; undefined if the process goes down meanwhile. */
  async #post(
    { url, secrets }: Prepared,
    { eventID, body }: Claimed,
    signal: AbortSignal,
  ): Promise<Attempt | undefined> {
    const at = this.#clock.now();
    if (!secrets.length)
      return { at, status: null, retryAfter: null, error: unreadable, answer: null, milliseconds: 0 };
    const answer = await postWebhook(this.#call, { url, secrets, eventID, body, at }, signal);
    return signal.aborted && answer.status === null ? undefined : { at, ...answer };
  }

  /** Writes results of attempts. @returns whether the receiver wants no more deliveries */
  async #record(ctx: AccountContext, endpointID: string, answered: readonly Answered[]): Promise<boolean> {
    const kinds = new Set<DeliveryDecision['kind']>();
    for (const { delivery, attempt } of answered) kinds.add(await this.#recordOne(ctx, delivery, attempt));
    if (kinds.has('delivered')) await noteSuccess(ctx, endpointID);
    if (kinds.has('gone')) {
      const [locked] = await ctx.em.lockRows(WebhookEndpoint, [endpointID]);
      const endpoint = locked && (await ctx.em.getForUpdate(WebhookEndpoint, endpointID));
      if (endpoint && !webhookEndpointStates.is.off(endpoint.status))
        await turnOff(ctx, endpoint, 'The receiver answered 410');
    } else if (kinds.has('again') || kinds.has('dead')) await noteFailure(ctx, endpointID);
    return kinds.has('gone');
  }

  /** Writes the result of an attempt, and says what follows. */
  async #recordOne(
    ctx: AccountContext,
    { id, attempts }: Claimed,
    attempt: Attempt,
  ): Promise<DeliveryDecision['kind']> {
    const now = ctx.clock.now();
    const decision = decideDelivery(attempt, { attempts: attempts + 1, now, random: Math.random() });
    const dueAt = decision.kind === 'again' ? decision.dueAt : null;
    const ended = webhookDeliveryIs.to(decision.kind === 'delivered' ? 'delivered' : 'dead');
    const isHeld = webhookDeliveryIs.held('status');
    await sql`update core.webhook_delivery set attempts = attempts + 1, claimed_until = null,
        status = ${dueAt ? sql`status` : ended},
        due_at = case when ${isHeld} then null else ${dueAt}::timestamptz end,
        tries = (case when jsonb_array_length(tries) >= ${keptTries} then tries - 0 else tries end)
          || ${JSON.stringify([tryOf(attempt.at, attempt)])}::jsonb,
        last_status = ${attempt.status}, last_error = ${attempt.error}, last_answer = ${attempt.answer},
        last_tried_at = ${attempt.at}
      where account_id = ${ctx.account.id} and id = ${id} and ${webhookDeliveryIs.open('status')}`.execute(
      ctx.em.query(),
    );
    return decision.kind;
  }
}

/** An attempt with its delivery, before it is written. */
interface Answered {
  delivery: Claimed;
  attempt: Attempt;
}

interface Attempt extends WebhookAnswer {
  at: Date;
}

const unreadable = 'The secret cannot be read: rotate it';

const tryOf = (at: Date, { status, error, milliseconds }: WebhookAnswer): WebhookTry => ({
  at: at.toISOString(),
  status,
  error,
  milliseconds,
});

/** Makes claimed deliveries due again at once. */
async function giveBack(ctx: AccountContext, ids: readonly string[]): Promise<void> {
  await sql`update core.webhook_delivery set claimed_until = null
    where account_id = ${ctx.account.id} and id = any(${[...ids]}::text[]) and claimed_until is not null`.execute(
    ctx.em.query(),
  );
}

/** Treats deliveries whose endpoint is paused, off or deleted; a process that did not know has written them. */
async function settleOthers(ctx: AccountContext, endpointID: string, ids: readonly string[]): Promise<void> {
  const [locked] = await ctx.em.lockRows(WebhookEndpoint, [endpointID]);
  const status = locked && (await ctx.em.getForUpdate(WebhookEndpoint, endpointID)).status;
  if (!status)
    await sql`delete from core.webhook_delivery
      where account_id = ${ctx.account.id} and endpoint_id = ${endpointID}`.execute(ctx.em.query());
  else if (webhookEndpointStates.is.paused(status)) await holdDeliveries(ctx, endpointID);
  else if (webhookEndpointStates.is.off(status)) await endDeliveries(ctx, endpointID);
  else await giveBack(ctx, ids);
}
