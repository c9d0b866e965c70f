import { expect } from 'vitest';
import { openReceiver, type WebhookReceiver } from '../../../../webhooks/testing/webhook-receiver.ts';
import type { CrashSite } from '../server/crash-site.ts';
import { acknowledgedIn, type CrashLoad, loadsTogether, repeatLost, startLoad } from './crash-load.ts';
import { ledgerWriter } from './ledger-crash.ts';

/** Calls after which the server is killed in each round. */
const callsOfRound = 25;

/** A receiver that hears the ledger of a crash site. */
export class CrashReceiver {
  readonly #site: CrashSite;
  readonly #receiver: WebhookReceiver;
  readonly #endpointID: string;

  private constructor(site: CrashSite, receiver: WebhookReceiver, endpointID: string) {
    this.#site = site;
    this.#receiver = receiver;
    this.#endpointID = endpointID;
  }

  static async open(site: CrashSite): Promise<CrashReceiver> {
    // An answer takes a while, so that a kill meets calls without one.
    const receiver = await openReceiver((answer) => void setTimeout(() => answer.writeHead(204).end(), 20));
    const rights = { events: ['ledger.*'], scopes: ['ledger_entries:read'] };
    const endpoint = { name: 'Crash', url: receiver.url, ...rights };
    const { id } = await site.ask<{ id: string }>('POST', '/v1/webhook-endpoints', endpoint);
    return new CrashReceiver(site, receiver, id);
  }

  /** Kills the server in the middle of calls, and in every second round the receiver too. */
  async kill(rounds: number): Promise<CrashLoad> {
    const loads: CrashLoad[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const before = this.#receiver.received.length;
      const running = startLoad(this.#site, ledgerWriter, `webhooks-${round}`, 4);
      await this.#site.until('Some calls', () => this.#receiver.received.length > before + callsOfRound);
      if (round % 2 === 0) {
        await this.#receiver.kill();
        const told = acknowledgedIn(running.load).length;
        await this.#site.until('Some events', () => acknowledgedIn(running.load).length > told + 10);
      }
      await this.#site.killServer();
      loads.push(await running.stop());
      if (round % 2 === 0) await this.#receiver.reopen();
      await this.#site.restart();
    }
    const load = loadsTogether(...loads);
    await repeatLost(this.#site, load);
    return load;
  }

  /** Checks that every event was taken, under its own id, and that all calls about it had the same body. */
  async expectAllTold(): Promise<void> {
    const rows = <T extends object>(statement: string): Promise<T[]> =>
      this.#site.inDatabase(async (client) => (await client.query<T>(statement)).rows);
    await this.#site.until('The deliveries', async () => {
      // The delays after a failure pass, and so do the claims of dead processes, which last for three minutes.
      await rows(`update core.webhook_delivery set due_at = now(), claimed_until = null
        where due_at > now() or claimed_until < now() + interval '170 seconds'`);
      return (await rows("select from core.webhook_delivery where status <> 'delivered'")).length === 0;
    });
    const events = await rows<{ id: string }>(`select event.id from core.event_outbox event, core.webhook_endpoint heard
      where event.type = 'ledger.entry-created' and event.occurred_at >= heard.created_at`);
    expect([...new Set(this.#receiver.ids())].sort()).toEqual(events.map(({ id }) => id).sort());
    const bodies = Map.groupBy(this.#receiver.received, ({ headers }) => headers['webhook-id']);
    expect([...bodies.values()].filter((calls) => new Set(calls.map(({ body }) => body)).size > 1)).toEqual([]);
  }

  /** Calls that were repeated because their answer was lost. */
  get repeated(): number {
    return this.#receiver.received.length - new Set(this.#receiver.ids()).size;
  }

  async close(): Promise<void> {
    await this.#site.ask('DELETE', `/v1/webhook-endpoints/${this.#endpointID}`);
    await this.#receiver.kill();
  }
}
