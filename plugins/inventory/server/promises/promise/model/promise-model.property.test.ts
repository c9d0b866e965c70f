import { newID, Problem } from '@millwright/core/contracts';
import { sql } from '@millwright/core/server';
import { runsOf, type TestPerson } from '@millwright/core/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HoldService } from '../../hold/hold.service.ts';
import { demandDocument, PromiseBench } from '../promise-fixture.ts';
import { PromiseModel } from './promise-model.ts';

const items = [0, 1];
let bench: PromiseBench;
let admin: TestPerson;

beforeAll(async () => {
  bench = await PromiseBench.open();
  admin = await bench.kernel.a.as('admin');
});
afterAll(() => bench.kernel.stop());

const quantity = fc.integer({ min: 1, max: 8 });
const item = fc.constantFrom(...items);
const lines = fc.dictionary(fc.constantFrom('0', '1'), quantity, { maxKeys: 2 });
const holdIndex = fc.constantFrom(0, 1, 2);
const documentIndex = fc.constantFrom(0, 1, 2, 3);

const command = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('hold' as const),
      hold: holdIndex,
      lines,
      seconds: fc.constantFrom(60, 300, 900),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('releaseHold' as const), hold: holdIndex }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('reserve' as const),
      document: documentIndex,
      lines,
      rank: fc.constantFrom(0, 1),
      promisedOn: fc.constantFrom(null, '2026-12-01', '2026-12-24'),
      hold: fc.option(holdIndex, { nil: undefined }),
      refuseShort: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('release' as const), document: documentIndex }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('change' as const), item, quantity: fc.integer({ min: -4, max: 6 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('count' as const), item, quantity: fc.integer({ min: 0, max: 12 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(40, 400) }) },
);
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;

let runs = 0;

/** One history on items and documents of its own. */
class History {
  readonly #run = ++runs;
  readonly #service = new HoldService();
  readonly #holds = [newID('hold'), newID('hold'), newID('hold')].sort();
  readonly #model = new PromiseModel(items.length);
  #items: string[] = [];

  async open(): Promise<void> {
    // A person may have so many holds at once: those of the histories before have run out.
    bench.kernel.clock.advance(900_000);
    for (const index of items) this.#items.push(await bench.product(`MODEL-${this.#run}-${index}`));
  }

  #name(document: number): string {
    return `${this.#run}-${document}`;
  }

  async #isRefused(work: Promise<unknown>): Promise<boolean> {
    try {
      await work;
      return false;
    } catch (error) {
      if (error instanceof Problem && error.code === 'insufficient_stock') return true;
      throw error;
    }
  }

  async step(command: Command): Promise<void> {
    const model = this.#model;
    const amounts =
      'lines' in command
        ? new Map(Object.entries(command.lines).map(([at, n]) => [Number(at), n]))
        : new Map<number, number>();
    if (command.do === 'wait') {
      bench.kernel.clock.advance(command.seconds * 1000);
      model.now += command.seconds;
    } else if (command.do === 'hold') {
      const id = this.#holds[command.hold] as string;
      const body = {
        lines: [...amounts].map(([at, quantity]) => ({ itemID: this.#items[at] as string, quantity })),
        expiresInSeconds: command.seconds,
      };
      const { lines: held } = await bench.asPerson(admin, (ctx) => this.#service.put(ctx, id, body));
      model.hold(id, amounts, model.now + command.seconds);
      expect(held.map((line) => line.held?.measure)).toEqual(
        [...amounts.keys()].map((at) => model.holds.get(id)?.lines.get(at)),
      );
    } else if (command.do === 'releaseHold') {
      const id = this.#holds[command.hold] as string;
      await bench.asPerson(admin, (ctx) => bench.port.releaseHold(ctx, id));
      model.releaseHold(id);
    } else if (command.do === 'reserve') {
      const { document, rank, promisedOn, refuseShort } = command;
      const holdID = command.hold === undefined ? undefined : (this.#holds[command.hold] as string);
      const issued = document;
      // Lines are named after their items, so that a line is the same line when it is changed.
      const demand = demandDocument(this.#name(document), [], {
        priorityRank: rank,
        promisedOn,
        issuedAt: new Date(issued),
      });
      const wanted = [...amounts].map(([at, quantity]) => ({
        lineID: `${demand.source.id}.${at}`,
        itemID: this.#items[at] as string,
        quantity: String(quantity),
      }));
      const refused = await this.#isRefused(
        bench.asPerson(admin, (ctx) =>
          bench.port.reserve(ctx, [{ ...demand, lines: wanted }], { holdID, refuseShort }),
        ),
      );
      const done = model.reserve(this.#name(document), amounts, { rank, promisedOn, issued }, { holdID, refuseShort });
      expect(refused).toBe(!done);
    } else if (command.do === 'release') {
      const name = this.#name(command.document);
      await bench.run((ctx) => bench.port.release(ctx, 'sales_order', [`so_${name}`]));
      model.release(name);
    } else if (command.do === 'change') {
      if (command.quantity === 0) return;
      const refused = await this.#isRefused(bench.receive(this.#items[command.item] as string, command.quantity));
      expect(refused).toBe(!model.change(command.item, command.quantity));
    } else {
      await bench.count(this.#items[command.item] as string, command.quantity);
      model.count(command.item, command.quantity);
    }
    await this.#compare();
  }

  async #compare(): Promise<void> {
    const stored = await bench.run(async (ctx) => {
      const { rows } = await sql<{ document: string; item: string; text: string }>`select source_number as document,
          item_id as item, trim_scale(reserved) || '/' || trim_scale(quantity) as text
        from inventory.demand where account_id = ${ctx.account.id} and item_id = any(${this.#items}::text[])`.execute(
        ctx.em.query(),
      );
      return rows.map(({ document, item, text }) => `${document} ${this.#items.indexOf(item)} ${text}`).sort();
    });
    const wanted = this.#model.demands.map(
      ({ document, item, reserved, quantity }) => `${document} ${item} ${reserved}/${quantity}`,
    );
    expect(stored).toEqual(wanted.sort());
    for (const index of items) {
      const position = await bench.position(this.#items[index] as string);
      expect(position === 'none' ? '0 0 0 0' : position).toBe(this.#model.position(index));
    }
  }
}

it('does what the model does, whatever happens in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 25, maxLength: 40, size: 'max' }), async (commands) => {
      const history = new History();
      await history.open();
      for (const each of commands) await history.step(each);
    }),
    { numRuns: runsOf(12) },
  );
  expect(await bench.violations()).toEqual([]);
});
