import { decimal, newID } from '@millwright/core/contracts';
import type { AccountContext } from '@millwright/core/server';
import { countStock } from '../../../stock/count/judge-counts.ts';
import { applyStock } from '../../../stock/ledger/operation/stock-ledger.ts';
import { demandDocument, type PromiseBench } from '../promise-fixture.ts';

export interface OversellPlan {
  seed: number;
  operations: number;
  workers: number;
  items: number;
}

export interface OversellOutcome {
  done: number;
  /** What was refused as it should be, by code. */
  refused: Record<string, number>;
  /** What nobody should ever see, a deadlock among them. */
  faults: string[];
  /** Differences between what is stored twice, and broken laws. */
  violations: string[];
}

/** Deterministic numbers in [0, 1): mulberry32. */
const randomOf = (seed: number) => {
  let state = seed >>> 0;
  return (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** Refusals that are part of the game. */
const expected = new Set(['insufficient_stock', 'not_found']);

/** What one worker has: its documents are changed by nobody else, as an order's row is locked by who changes it. */
interface Desk {
  number: number;
  next: () => number;
  holdID: string;
  documents: { number: string; lines: [string, number][] }[];
}

/**
 * Many people at once who hold, order, change, cancel, ship, receive and count the same few items, holds through HTTP
 * with an API key, the rest as commerce and the warehouse call it. The same plan does the same things, only in another
 * order.
 */
export class OversellDriver {
  readonly #bench: PromiseBench;
  readonly #plan: OversellPlan;
  readonly #items: string[] = [];
  readonly #desks: Desk[] = [];
  readonly #outcome: OversellOutcome = { done: 0, refused: {}, faults: [], violations: [] };
  #key = { id: '', secret: '' };

  private constructor(bench: PromiseBench, plan: OversellPlan) {
    this.#bench = bench;
    this.#plan = plan;
  }

  static async run(bench: PromiseBench, plan: OversellPlan): Promise<OversellOutcome> {
    const driver = new OversellDriver(bench, plan);
    return driver.#run();
  }

  async #run(): Promise<OversellOutcome> {
    const { seed, operations, workers, items } = this.#plan;
    for (let index = 0; index < items; index += 1)
      this.#items.push(await this.#bench.product(`OVERSELL-${seed}-${index}`, 30));
    this.#key = await this.#bench.apiKey();
    await Promise.all(
      Array.from({ length: workers }, async (_, number) => {
        const desk: Desk = { number, next: randomOf(seed * 1000 + number), holdID: newID('hold'), documents: [] };
        for (let turn = number; turn < operations; turn += workers) await this.#step(desk, turn);
        this.#desks.push(desk);
      }),
    );
    this.#outcome.violations.push(...(await this.#bench.violations()));
    // A person may have twenty holds: those of this run would count for the next one.
    for (const desk of this.#desks)
      await this.#release(desk).catch((error: { code?: string }) => {
        if (error.code !== 'not_found') throw error;
      });
    return this.#outcome;
  }

  async #step(desk: Desk, turn: number): Promise<void> {
    try {
      await this.#act(desk, turn);
      this.#outcome.done += 1;
    } catch (error) {
      const code = (error as { code?: string }).code ?? '';
      if (expected.has(code)) this.#outcome.refused[code] = (this.#outcome.refused[code] ?? 0) + 1;
      else this.#outcome.faults.push(`turn ${turn}: ${code} ${(error as Error).message}`);
    }
  }

  #some(desk: Desk, most: number): [string, number][] {
    const first = Math.floor(desk.next() * this.#items.length);
    const count = 1 + Math.floor(desk.next() * most);
    // In no order: whoever locks has to sort.
    return Array.from({ length: count }, (_, index) => [
      this.#items[(first + index * 7) % this.#items.length] as string,
      1 + Math.floor(desk.next() * 6),
    ]);
  }

  async #act(desk: Desk, turn: number): Promise<void> {
    const chance = desk.next();
    if (chance < 0.4) return this.#hold(desk);
    if (chance < 0.6) return this.#order(desk, turn);
    if (chance < 0.7) return this.#edit(desk);
    if (chance < 0.78) return this.#cancel(desk);
    if (chance < 0.86) return this.#ship(desk);
    if (chance < 0.93) return this.#receive(desk);
    if (chance < 0.96) return this.#consume(desk);
    if (chance < 0.98) return this.#count(desk);
    if (chance < 0.99) return this.#release(desk);
    // Some holds run out.
    this.#bench.kernel.clock.advance(20);
  }

  async #http(method: string, path: string, body?: unknown): Promise<void> {
    const response = await this.#bench.kernel.api.request(`http://millwright.test${path}`, {
      method,
      headers: {
        'x-api-key': this.#key.id,
        'x-auth-secret': this.#key.secret,
        'account-id': this.#bench.kernel.a.id,
        'content-type': 'application/json',
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (response.ok) return;
    const problem = (await response.json()) as { code: string; message: string };
    throw Object.assign(new Error(problem.message), { code: problem.code });
  }

  #hold(desk: Desk): Promise<void> {
    const lines = this.#some(desk, 5).map(([itemID, quantity]) => ({ itemID, quantity }));
    const expiresInSeconds = desk.next() < 0.2 ? 1 : 60;
    return this.#http('PUT', `/v1/inventory-holds/${desk.holdID}`, { lines, expiresInSeconds });
  }

  #release(desk: Desk): Promise<void> {
    return this.#http('DELETE', `/v1/inventory-holds/${desk.holdID}`);
  }

  #reserve(desk: Desk, number: string, lines: [string, number][], holdID?: string): Promise<unknown> {
    const turn = { priorityRank: Math.floor(desk.next() * 3), promisedOn: desk.next() < 0.5 ? '2026-12-24' : null };
    const refuseShort = desk.next() < 0.3;
    return this.#bench.run((ctx) =>
      this.#bench.port.reserve(this.#withKey(ctx), [demandDocument(number, lines, turn)], { holdID, refuseShort }),
    );
  }

  #withKey = (ctx: AccountContext): AccountContext => ({
    ...ctx,
    actor: { type: 'api_key', id: this.#key.id, name: 'Oversell' },
  });

  async #order(desk: Desk, turn: number): Promise<void> {
    const document = { number: `${this.#plan.seed}-${desk.number}-${turn}`, lines: this.#some(desk, 5) };
    const holdID = desk.holdID;
    await this.#reserve(desk, document.number, document.lines, desk.next() < 0.7 ? holdID : undefined);
    desk.documents.push(document);
    if (desk.documents.length > 20) await this.#cancel(desk);
  }

  #pick(desk: Desk): { number: string; lines: [string, number][] } | undefined {
    return desk.documents[Math.floor(desk.next() * desk.documents.length)];
  }

  async #edit(desk: Desk): Promise<void> {
    const document = this.#pick(desk);
    if (!document) return;
    const lines = this.#some(desk, 6);
    await this.#reserve(desk, document.number, lines);
    document.lines = lines;
  }

  async #cancel(desk: Desk): Promise<void> {
    const document = this.#pick(desk);
    if (!document) return;
    await this.#bench.run((ctx) => this.#bench.port.release(ctx, 'sales_order', [`so_${document.number}`]));
    desk.documents = desk.documents.filter((each) => each !== document);
  }

  async #ship(desk: Desk): Promise<void> {
    const document = this.#pick(desk);
    if (!document) return;
    const { number } = document;
    const promised = await this.#bench.run((ctx) => this.#bench.port.promisesOf(ctx, 'sales_order', [`so_${number}`]));
    const issues = [...promised.values()]
      .filter(({ reserved }) => Number(reserved) > 0)
      .map(({ lineID, itemID, reserved }) => ({
        lineID,
        itemID,
        quantity: reserved,
        locationID: this.#bench.locationID,
      }));
    if (issues.length === 0) return;
    await this.#bench.run((ctx) =>
      this.#bench.port.issue(ctx, 'ship', { type: 'sales_order', id: `so_${number}`, number }, issues),
    );
  }

  async #change(action: 'receive' | 'consume', lines: [string, number][], sign: 1 | -1): Promise<void> {
    await this.#bench.run((ctx) =>
      applyStock(ctx, {
        action,
        changes: lines.map(([itemID, quantity]) => ({
          itemID,
          quantity: decimal(quantity * sign),
          locationID: this.#bench.locationID,
        })),
      }),
    );
  }

  #receive(desk: Desk): Promise<void> {
    return this.#change('receive', this.#some(desk, 4), 1);
  }

  #consume(desk: Desk): Promise<void> {
    return this.#change('consume', this.#some(desk, 3), -1);
  }

  async #count(desk: Desk): Promise<void> {
    const [line] = this.#some(desk, 1);
    if (!line) return;
    await this.#bench.run((ctx) =>
      countStock(ctx, { itemID: line[0], quantity: decimal(line[1] * 4), locationID: this.#bench.locationID }),
    );
  }
}
