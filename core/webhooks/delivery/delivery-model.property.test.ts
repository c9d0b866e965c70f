import type { ServerResponse } from 'node:http';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, createClient } from '../../contracts/client.ts';
import {
  pauseWebhookEndpoint,
  replayWebhookDeliveries,
  resumeWebhookEndpoint,
  type WebhookDeliveryStatus,
  webhookEndpoints,
} from '../../contracts/work/webhook.contract.ts';
import { emit, emitAll } from '../../events/emit.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { until } from '../../testing/calls/until.ts';
import { entryCreated } from '../../testing/kernel/ledger/ledger.contract.ts';
import { ledgerPlugin } from '../../testing/kernel/ledger/ledger.plugin.ts';
import { sharedKernel } from '../../testing/kernel/shared-kernel.ts';
import type { TestKernel } from '../../testing/kernel/test-kernel.ts';
import { runsOf } from '../../testing/plan/fixed-seed.ts';
import { programOf } from '../testing/program-of.ts';
import { openReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts';
import { webhookDelays } from './decide-delivery.ts';

const [second, minute, hour] = [1_000, 60_000, 3_600_000];

/** What the receiver does with a call. `retryAfter` in seconds. */
const manners = [
  { status: 204 },
  { status: 500 },
  { status: 302 },
  { status: 429, retryAfter: 900 },
  { status: 410 },
  { status: null },
] as const;
type Manner = (typeof manners)[number] & { retryAfter?: number };

type Step =
  | { kind: 'enter'; count: number }
  | { kind: 'answer'; manner: Manner }
  | { kind: 'pass'; milliseconds: number }
  | { kind: 'receiver killed' | 'receiver opened' | 'pause' | 'resume' | 'replay' }
  /** The process ends in the middle of calls: in order, or without a chance to give back what it has claimed. */
  | { kind: 'stop' | 'crash'; count: number };

const count = fc.integer({ min: 1, max: 12 });
const kindOf = <Kind extends string>(kind: Kind) => fc.constant({ kind });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('enter' as const), count }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('answer' as const), manner: fc.constantFrom(...manners) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('pass' as const),
      milliseconds: fc.constantFrom(4 * second, 6 * second, 6 * minute, 20 * minute, 3 * hour, 12 * hour, 27 * hour),
    }),
  },
  kindOf('receiver killed' as const),
  kindOf('receiver opened' as const),
  kindOf('pause' as const),
  kindOf('resume' as const),
  kindOf('replay' as const),
  fc.record({ kind: fc.constantFrom('stop' as const, 'crash' as const), count }),
);

interface Expected {
  status: WebhookDeliveryStatus;
  attempts: number;
  /** Earliest and latest time of the next attempt. */
  due?: { from: number; to: number };
}

interface Row {
  eventID: string;
  status: WebhookDeliveryStatus;
  attempts: number;
  dueAt: number | null;
}

let kernel: TestKernel;
let jobs: Jobs;
let program: Client;

beforeAll(async () => {
  kernel = await sharedKernel([ledgerPlugin], { hasReceivers: true });
  jobs = await kernel.jobs();
  program = createClient(await programOf(await kernel.a.as('admin'), kernel));
});
afterAll(async () => {
  await jobs?.stop();
  await kernel?.stop();
});

/** An endpoint and its receiver, beside what must be so after each step. */
class Model {
  readonly #receiver: WebhookReceiver;
  readonly #endpoint: { params: { webhookEndpointID: string } };
  readonly #since: string;
  /** By id of the event. */
  readonly #expected = new Map<string, Expected>();
  /** Events that happened while the endpoint was off. */
  readonly #missed = new Set<string>();
  readonly #taken = new Set<string>();
  readonly #bodies = new Map<string, string>();
  #state: 'on' | 'paused' | 'off' = 'on';
  #manner: Manner = manners[0];
  #isOpen = true;
  #seen = 0;
  #entered = 0;
  /** Each reading of the clock is a later time, so whatever happens in a step lies between this time and its end. */
  #began = 0;

  private constructor(receiver: WebhookReceiver, id: string) {
    this.#receiver = receiver;
    this.#endpoint = { params: { webhookEndpointID: id } };
    this.#since = kernel.clock.now().toISOString();
    this.answer(manners[0]);
  }

  static async open(): Promise<Model> {
    // Events of the cases before lie further back.
    kernel.clock.advance(minute);
    const receiver = await openReceiver();
    const body = { name: 'Model', url: receiver.url, events: ['ledger.*'], scopes: ['ledger_entries:read'] };
    return new Model(receiver, (await program.call(webhookEndpoints.create, { body })).id);
  }

  async close(): Promise<void> {
    await program.call(webhookEndpoints.remove, this.#endpoint);
    if (this.#isOpen) await this.#receiver.kill();
  }

  answer(manner: Manner): void {
    this.#manner = manner;
    const { status, retryAfter } = manner;
    this.#receiver.answerWith((answer) => {
      if (status === null) return void answer.destroy();
      answer.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': `${retryAfter}` }).end();
    });
  }

  async take(each: Step): Promise<void> {
    this.#began = kernel.clock.now().getTime() + (each.kind === 'pass' ? each.milliseconds : 0);
    if (each.kind === 'enter') await this.#enter(each.count);
    if (each.kind === 'answer') this.answer(each.manner);
    if (each.kind === 'pass') kernel.clock.advance(each.milliseconds);
    if (each.kind === 'receiver killed') await this.#open(false);
    if (each.kind === 'receiver opened') await this.#open(true);
    if (each.kind === 'pause') await this.#pause();
    if (each.kind === 'resume') await this.#resume();
    if (each.kind === 'replay') await this.#replay();
    if (each.kind === 'stop') await this.#stop(each.count);
    if (each.kind === 'crash') await this.#crash(each.count);
    await this.#expectRest();
  }

  /** Whatever has happened: a receiver that is well again gets everything. */
  async expectAllTaken(): Promise<void> {
    this.answer(manners[0]);
    for (const kind of ['receiver opened', 'resume', 'replay'] as const) await this.take({ kind });
    await this.take({ kind: 'pass', milliseconds: 27 * hour });
    expect(this.#taken.size).toBe(this.#entered);
    expect([...this.#expected.values()].filter(({ status }) => status !== 'delivered')).toEqual([]);
  }

  async #enter(entries: number): Promise<void> {
    const known = new Set((await this.#events()).map(({ id }) => id));
    await kernel.a.run((ctx) =>
      emitAll(
        ctx,
        entryCreated,
        Array.from({ length: entries }, () => {
          this.#entered += 1;
          const id = `len_${this.#entered}`;
          return { payload: { entryID: id, email: null }, aggregate: { type: 'ledger_entry', id } };
        }),
      ),
    );
    for (const { id } of await this.#events()) {
      if (known.has(id)) continue;
      if (this.#state === 'off') this.#missed.add(id);
      else this.#expected.set(id, this.#fresh());
    }
  }

  #events(): Promise<{ id: string }[]> {
    return kernel.a.run(async (ctx) => {
      const { rows } = await sql<{ id: string }>`select id from core.event_outbox
        where account_id = ${ctx.account.id} and type = ${entryCreated.type} and occurred_at >= ${this.#since}
        order by id`.execute(ctx.em.query());
      return rows;
    });
  }

  #fresh(): Expected {
    if (this.#state === 'paused') return { status: 'held', attempts: 0 };
    return { status: 'waiting', attempts: 0, due: { from: this.#began, to: kernel.clock.now().getTime() } };
  }

  async #open(isOpen: boolean): Promise<void> {
    if (isOpen !== this.#isOpen) await (isOpen ? this.#receiver.reopen() : this.#receiver.kill());
    this.#isOpen = isOpen;
  }

  async #pause(): Promise<void> {
    await program.call(pauseWebhookEndpoint, this.#endpoint);
    if (this.#state !== 'on') return;
    this.#state = 'paused';
    this.#change('waiting', ({ attempts }) => ({ status: 'held', attempts }));
  }

  async #resume(): Promise<void> {
    await program.call(resumeWebhookEndpoint, this.#endpoint);
    this.#state = 'on';
    this.#change('held', ({ attempts }) => ({ ...this.#fresh(), attempts }));
  }

  async #replay(): Promise<void> {
    const replaying = program.call(replayWebhookDeliveries, { ...this.#endpoint, body: { since: this.#since } });
    if (this.#state === 'off') return expect(replaying).rejects.toMatchObject({ code: 'endpoint_off' });
    const again = [...this.#expected].filter(([, { status }]) => status === 'dead' || status === 'waiting');
    const ids = [...again.map(([id]) => id), ...this.#missed];
    expect(await replaying).toEqual({ count: ids.length });
    for (const id of ids) this.#expected.set(id, this.#fresh());
    this.#missed.clear();
  }

  #change(status: WebhookDeliveryStatus, to: (expected: Expected) => Expected): void {
    for (const [id, expected] of this.#expected) if (expected.status === status) this.#expected.set(id, to(expected));
  }

  /** Ends the jobs while the receiver is silent: what has no answer is given back. */
  async #stop(entries: number): Promise<void> {
    const { length } = this.#receiver.received;
    this.#receiver.answerWith(() => undefined);
    await this.#enter(entries);
    if (this.#isOpen && this.#state === 'on')
      await until('A call without an answer', () => this.#receiver.received.length > length);
    await jobs.stop();
    // A closed receiver refuses calls before the jobs end.
    if (this.#isOpen) this.#seen = this.#receiver.received.length;
    this.answer(this.#manner);
    jobs = await kernel.startJobs();
  }

  /** Leaves claims as a killed process does; their deliveries are due again when the claims end. */
  async #crash(entries: number): Promise<void> {
    await jobs.stop();
    await this.#enter(entries);
    const now = kernel.clock.now();
    await kernel.a.run((ctx) =>
      sql`update core.webhook_delivery set claimed_until = ${new Date(now.getTime() + 3 * minute)}
        where account_id = ${ctx.account.id} and due_at <= ${now}`.execute(ctx.em.query()),
    );
    kernel.clock.advance(3 * minute + second);
    jobs = await kernel.startJobs();
  }

  /** Waits until nothing is due, and compares calls and log with what had to follow. */
  async #expectRest(): Promise<void> {
    await jobs.idle();
    const now = kernel.clock.now().getTime();
    const calls = this.#receiver.received.slice(this.#seen);
    this.#seen = this.#receiver.received.length;
    const rows = new Map((await this.#log()).map((row) => [row.eventID, row]));
    const called = new Map<string, number>();
    for (const { headers, body } of calls) {
      const id = String(headers['webhook-id']);
      called.set(id, (called.get(id) ?? 0) + 1);
      expect(this.#bodies.get(id) ?? body).toBe(body);
      this.#bodies.set(id, body);
      if (this.#isOpen && this.#manner.status === 204) this.#taken.add(id);
    }
    expect([...called.keys()].filter((id) => !this.#expected.has(id))).toEqual([]);
    const isGone = this.#isOpen && this.#state === 'on' && this.#manner.status === 410 && called.size > 0;
    if (isGone) this.#state = 'off';
    const before = [...this.#expected.values()].reduce((sum, { attempts }) => sum + attempts, 0);
    for (const [id, expected] of this.#expected) {
      const row = rows.get(id);
      if (isGone) this.#expectGone(id, row, called.get(id) ?? 0, expected);
      else this.#expectNext(id, row, { calls: called.get(id) ?? 0, expected, now });
    }
    const counted = [...this.#expected.values()].reduce((sum, { attempts }) => sum + attempts, -before);
    // The call that was answered with 410 is one of them.
    if (isGone) expect(counted).toBeGreaterThanOrEqual(1);
    expect(counted).toBeLessThanOrEqual(this.#isOpen ? calls.length : rows.size);
    expect([...rows.keys()].sort()).toEqual([...this.#expected.keys()].sort());
  }

  #expectGone(id: string, row: Row | undefined, calls: number, { status, attempts }: Expected): void {
    expect(calls).toBeLessThanOrEqual(status === 'delivered' ? 0 : 1);
    expect([row?.status, row?.dueAt]).toEqual([status === 'delivered' ? 'delivered' : 'dead', null]);
    // Calls that were under way beside the first 410 count as attempts or not.
    expect(row?.attempts).toBeGreaterThanOrEqual(attempts);
    expect(row?.attempts).toBeLessThanOrEqual(attempts + calls);
    this.#expected.set(id, {
      status: status === 'delivered' ? 'delivered' : 'dead',
      attempts: row?.attempts ?? attempts,
    });
  }

  #expectNext(
    id: string,
    row: Row | undefined,
    { calls, expected, now }: { calls: number; expected: Expected; now: number },
  ): void {
    const { attempts, due } = expected;
    const isAttempted = (row?.attempts ?? attempts) > attempts;
    // Between its earliest and its latest time an attempt may have come or not.
    if (!due || now < due.from) expect(isAttempted, `${id} is not due`).toBe(false);
    else if (now >= due.to) expect(isAttempted, `${id} is due`).toBe(true);
    if (this.#isOpen) expect(calls, `calls of ${id}`).toBe(isAttempted ? 1 : 0);
    const next = isAttempted ? this.#afterAttempt(attempts + 1, now) : expected;
    expect({ status: row?.status, attempts: row?.attempts }).toEqual({ status: next.status, attempts: next.attempts });
    expect(row?.attempts).toBeLessThanOrEqual(webhookDelays.length + 1);
    if (!next.due) expect(row?.dueAt).toBeNull();
    else {
      expect(row?.dueAt).toBeGreaterThanOrEqual(next.due.from);
      expect(row?.dueAt).toBeLessThanOrEqual(next.due.to);
    }
    this.#expected.set(id, next);
  }

  #afterAttempt(attempts: number, now: number): Expected {
    const { status, retryAfter = 0 } = this.#isOpen ? this.#manner : { status: null };
    if (status === 204) return { status: 'delivered', attempts };
    const delay = webhookDelays[attempts - 1];
    if (delay === undefined) return { status: 'dead', attempts };
    const from = this.#began + Math.max(delay, retryAfter) * second;
    return { status: 'waiting', attempts, due: { from, to: now + Math.max(delay * 1.1, retryAfter) * second } };
  }

  #log(): Promise<Row[]> {
    const { webhookEndpointID } = this.#endpoint.params;
    return kernel.a.run(async (ctx) => {
      const { rows } = await sql<Omit<Row, 'dueAt'> & { dueAt: Date | string | null }>`select
          event_id as "eventID", status, attempts, due_at as "dueAt" from core.webhook_delivery
        where account_id = ${ctx.account.id} and endpoint_id = ${webhookEndpointID}`.execute(ctx.em.query());
      return rows.map(({ dueAt, ...row }) => ({ ...row, dueAt: dueAt === null ? null : new Date(dueAt).getTime() }));
    });
  }
}

it('does not call twice for what is sent again while a call is under way', async () => {
  const calls: ServerResponse[] = [];
  const receiver = await openReceiver((answer) => void calls.push(answer));
  const body = { name: 'Slow', url: receiver.url, events: ['ledger.*'], scopes: ['ledger_entries:read'] };
  const { id } = await program.call(webhookEndpoints.create, { body });
  const params = { params: { webhookEndpointID: id } };
  const since = kernel.clock.now().toISOString();
  await kernel.a.run(async (ctx) =>
    emit(ctx, entryCreated, { entryID: 'len_1', email: null }, { type: 'ledger_entry', id: 'len_1' }),
  );
  await until('The call', () => calls.length);
  expect(await program.call(replayWebhookDeliveries, { ...params, body: { since } })).toEqual({ count: 1 });
  calls[0]?.writeHead(204).end();
  await jobs.idle();
  expect(calls).toHaveLength(1);
  await program.call(webhookEndpoints.remove, params);
  await receiver.kill();
});

it('delivers at least once, under one id, at the times that were announced, whatever ends meanwhile', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16, size: 'max' }), async (steps) => {
      const model = await Model.open();
      try {
        for (const each of steps) await model.take(each);
        await model.expectAllTaken();
      } finally {
        await model.close();
      }
    }),
    { numRuns: runsOf(24) },
  );
});
