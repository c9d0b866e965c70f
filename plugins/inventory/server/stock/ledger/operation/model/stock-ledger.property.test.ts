import { ApiError, decimal, newID, Problem, undoChangeSet } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import { runsOf, sharedKernel, type TestKernel, type TestPerson } from '@millwright/core/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bulkReconcile, type DocumentDemand } from '../../../../../contracts/index.ts';
import inventory from '../../../../plugin.ts';
import { HoldService } from '../../../../promises/hold/hold.service.ts';
import { StockService } from '../../../../promises/promise/stock/stock.service.ts';
import { countStock } from '../../../count/judge-counts.ts';
import { createPlaces, createStockItem, expectLaws, type StockPlaces } from '../../stock-fixture.ts';
import { applyStock, moveStock } from '../stock-ledger.ts';
import type { StockResult } from '../stock-operation.ts';
import { voidMovements } from '../void-movements.ts';
import { type ModelLayer, StockModel } from './stock-model.ts';

let kernel: TestKernel;
let admin: TestPerson;
let places: StockPlaces;
const stock = new StockService();
const holds = new HoldService();

beforeAll(async () => {
  kernel = await sharedKernel([inventory]);
  admin = await kernel.a.as('admin');
  places = await createPlaces(kernel.a);
});
afterAll(() => kernel?.stop());

/** An operation that can be voided: its effects on the model's layers, by the movements it wrote. */
interface Operation {
  movementIDs: string[];
  effect: { layer: ModelLayer; by: number; worth: number }[];
  isCount: boolean;
  /** Whether the step was undone, by a void or with its change set. */
  isGone: boolean;
  changeSet?: { id: string; isUndone: boolean };
}

interface Model {
  stock: StockModel;
  log: Operation[];
}

/** Model age of counts in a change set, which count as received today; all other model ages mean long ago. */
const countedAge = 2e9;

/** The real stock of one item. */
class Real {
  readonly sku: string;
  readonly itemID: string;

  constructor(sku: string, itemID: string) {
    this.sku = sku;
    this.itemID = itemID;
  }

  /** Movements of the latest operation. */
  async lastMovements(): Promise<string[]> {
    return kernel.a.run(async (ctx) => {
      const own = sql`account_id = ${ctx.account.id} and item_id = ${this.itemID}`;
      const { rows } = await sql<{ id: string }>`select id from inventory.movement where ${own} and operation_id = (
          select operation_id from inventory.movement where ${own} order by created_at desc, id desc limit 1)`.execute(
        ctx.em.query(),
      );
      return rows.map(({ id }) => id);
    });
  }

  /** Runs an operation; a refusal is answered as its code, as the model does. */
  async try<T>(work: (ctx: AccountContext) => Promise<T>): Promise<T | string> {
    return kernel.a.run(work).catch((error: unknown) => {
      if (error instanceof Problem) return error.code;
      throw error;
    });
  }

  /** Compares the stock with the model, and gives the model the ids of new layers. */
  async expect({ stock: model }: Model): Promise<void> {
    await kernel.a.run(async (ctx) => {
      const own = sql`account_id = ${ctx.account.id} and item_id = ${this.itemID}`;
      const { rows } = await sql<{ id: string; place: string; age: string; worth: string; left: string }>`
        select id, location_id as place, trim_scale(remaining)::text as left,
          case when received_at > '2001-01-01' then 'now' else extract(epoch from received_at)::bigint::text end as age,
          (remaining_value * 1000000)::bigint::text as worth
        from inventory.cost_layer where ${own} order by received_at, id`.execute(ctx.em.query());
      const text = ({ place, age, worth, left }: Record<'place' | 'age' | 'worth' | 'left', unknown>) =>
        [place, Number(age) > countedAge ? 'now' : age, worth, left].join(' ');
      const known = new Set(model.layers.map(({ id }) => id));
      const fresh = rows.filter(({ id }) => !known.has(id));
      const unnamed = model.layers.filter(({ id }) => id === undefined);
      for (const layer of unnamed.sort((a, b) => a.age - b.age)) {
        const found = fresh.findIndex((row) => text(row) === text({ ...layer, worth: layer.leftValue }));
        const [row] = found === -1 ? [] : fresh.splice(found, 1);
        if (row) layer.id = row.id;
      }
      expect(new Map(rows.map((row) => [row.id, text(row)]))).toEqual(
        new Map(model.layers.map((layer) => [layer.id, text({ ...layer, worth: layer.leftValue })])),
      );
      const { rows: demands } = await sql<{ document: string; quantity: number; reserved: number }>`
        select source_id as document, quantity::float as quantity, reserved::float as reserved from inventory.demand
        where ${own} order by source_id`.execute(ctx.em.query());
      expect(demands).toEqual(
        model.demands
          .map(({ document, quantity, reserved }) => ({ document, quantity, reserved }))
          .sort((a, b) => (a.document < b.document ? -1 : 1)),
      );
      const { rows: held } = await sql<{
        id: string;
        quantity: number;
      }>`select hold_id as id, quantity::float as quantity
        from inventory.hold_line where ${own} and quantity > 0 order by hold_id`.execute(ctx.em.query());
      expect(held).toEqual(
        model.holds
          .filter(({ quantity }) => quantity > 0)
          .map(({ id, quantity }) => ({ id, quantity }))
          .sort((a, b) => (a.id < b.id ? -1 : 1)),
      );
      const { rows: positions } = await sql<{ onHand: number; promised: number }>`select on_hand::float as "onHand",
        (held + reserved)::float as promised from inventory.item_position where ${own}`.execute(ctx.em.query());
      const { onHand, promised } = positions[0] ?? { onHand: 0, promised: 0 };
      expect([onHand, promised]).toEqual([model.onHand(), model.promised()]);
    });
  }
}

type Step = (model: Model, real: Real) => Promise<void>;

/** A command that is always possible; `run` does nothing if there is nothing to do. */
class Command implements fc.AsyncCommand<Model, Real> {
  readonly #name: string;
  readonly #run: Step;

  constructor(name: string, run: Step) {
    this.#name = name;
    this.#run = run;
  }

  check = (): boolean => true;

  async run(model: Model, real: Real): Promise<void> {
    await this.#run(model, real);
    await real.expect(model);
  }

  toString = (): string => this.#name;
}

type Effect = Operation['effect'];

/** The real answer must equal the model's; a successful operation is logged for later voids. */
function agree(
  model: Model,
  answer: StockResult | string[] | string,
  expected: Effect | string,
  isCount = false,
): void {
  if (typeof expected === 'string' || typeof answer === 'string') {
    expect(typeof answer === 'string' ? answer : 'done').toBe(typeof expected === 'string' ? expected : 'done');
    return;
  }
  const movementIDs = Array.isArray(answer) ? answer : answer.movements.map(({ id }) => id);
  if (movementIDs.length) model.log.push({ movementIDs, effect: expected, isCount, isGone: false });
}

/** Whether a place of an operation was counted after it: the count replaced the operation's effect there. */
function isCountedSince({ log }: Model, operation: Operation): boolean {
  const own = new Set(operation.effect.map(({ layer }) => layer.place));
  return log
    .slice(log.indexOf(operation) + 1)
    .some(({ isCount, isGone, effect }) => isCount && !isGone && effect.some(({ layer }) => own.has(layer.place)));
}

const dateOf = (age: number): Date => new Date(age * 1000);
const big = (value: number) => decimal(value);
const amounts = fc.integer({ min: 1, max: 9 });
const placeNames = fc.constantFrom<(keyof StockPlaces)[]>('main', 'north', 'kept');

const commands = () => [
  fc.tuple(placeNames, amounts, fc.integer({ min: 0, max: 5 })).map(
    ([place, quantity, cost]) =>
      new Command(`receive ${quantity} at ${cost} in ${place}`, async (model, real) => {
        const age = model.stock.next();
        const answer = await real.try((ctx) =>
          applyStock(ctx, {
            action: 'receive',
            changes: [
              {
                itemID: real.itemID,
                locationID: places[place],
                quantity: big(quantity),
                unitCost: big(cost),
                receivedAt: dateOf(age),
              },
            ],
          }),
        );
        agree(model, answer, model.stock.put(places[place], quantity, cost * 1e6, age));
      }),
  ),
  fc.tuple(fc.option(placeNames, { nil: undefined }), amounts, fc.boolean()).map(
    ([place, quantity, isDamage]) =>
      new Command(`${isDamage ? 'adjust by' : 'consume'} -${quantity} ${place ?? ''}`, async (model, real) => {
        const locationID = place && places[place];
        const answer = await real.try((ctx) =>
          applyStock(ctx, {
            action: isDamage ? 'adjust' : 'consume',
            changes: [{ itemID: real.itemID, locationID, quantity: big(-quantity), allowPromised: isDamage }],
          }),
        );
        const within = locationID ? [locationID] : model.stock.open;
        agree(model, answer, isDamage ? model.stock.lose([within], quantity) : model.stock.use(within, quantity));
      }),
  ),
  fc.tuple(placeNames, placeNames, amounts).map(
    ([from, to, quantity]) =>
      new Command(`move ${quantity} from ${from} to ${to}`, async (model, real) => {
        const [fromLocationID, toLocationID] = [places[from], places[to]];
        const line = { itemID: real.itemID, fromLocationID, toLocationID, quantity: big(quantity) };
        const answer = await real.try((ctx) => moveStock(ctx, { lines: [line] }));
        agree(model, answer, from === to ? 'invalid_input' : model.stock.move(fromLocationID, toLocationID, quantity));
      }),
  ),
  fc
    .tuple(fc.option(placeNames, { nil: undefined }), fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 5 }))
    .map(
      ([place, quantity, cost]) =>
        new Command(`count ${quantity} ${place ?? 'in all'}`, async (model, real) => {
          const age = model.stock.next();
          const locationID = place && places[place];
          const target = { itemID: real.itemID, locationID, quantity: big(quantity) };
          const everywhere = [...model.stock.open, places.kept];
          const difference = quantity - model.stock.there(locationID ? [locationID] : everywhere);
          const unitCost = difference > 0 ? big(cost) : undefined;
          const answer = await real.try((ctx) => countStock(ctx, { ...target, unitCost, receivedAt: dateOf(age) }));
          agree(
            model,
            answer,
            difference > 0
              ? model.stock.put(locationID ?? places.main, difference, cost * 1e6, age)
              : model.stock.lose(locationID ? [[locationID]] : [model.stock.open, [places.kept]], -difference),
            true,
          );
        }),
    ),
  fc.tuple(fc.integer({ min: 0, max: 2 }), amounts).map(
    ([rank, quantity]) =>
      new Command(`reserve ${quantity} of rank ${rank}`, async (model, real) => {
        const id = newID('so');
        const document: DocumentDemand = {
          source: { type: 'sales_order', id, number: id.slice(-6) },
          customerID: null,
          priorityRank: rank,
          promisedOn: null,
          issuedAt: dateOf(1e9 + model.stock.next()),
          lines: [{ lineID: `line_${id}`, itemID: real.itemID, quantity: `${quantity}` }],
        };
        await kernel.a.run((ctx) => stock.reserve(ctx, [document]));
        model.stock.reserve(id, rank, quantity);
      }),
  ),
  fc.tuple(fc.nat(), fc.option(amounts, { nil: undefined })).map(
    ([at, quantity]) =>
      new Command(quantity ? `ship ${quantity}` : 'release', async (model, real) => {
        const id = model.stock.demands[at % Math.max(model.stock.demands.length, 1)]?.document;
        if (!id) return;
        if (quantity === undefined) {
          await kernel.a.run((ctx) => stock.release(ctx, 'sales_order', [id]));
          model.stock.release(id);
          return;
        }
        const answer = await real.try((ctx) =>
          stock.issue(ctx, 'ship', { type: 'sales_order', id, number: '' }, [
            { itemID: real.itemID, quantity: `${quantity}`, lineID: `line_${id}` },
          ]),
        );
        const expected = model.stock.ship(id, quantity);
        expect(typeof answer === 'string' ? answer : 'done').toBe(typeof expected === 'string' ? expected : 'done');
      }),
  ),
  fc.tuple(fc.nat(), amounts, fc.boolean()).map(
    ([at, quantity, isNew]) =>
      new Command(isNew ? `hold ${quantity}` : 'drop hold', async (model, real) => {
        if (!isNew) {
          const id = model.stock.holds[at % Math.max(model.stock.holds.length, 1)]?.id;
          if (!id) return;
          await kernel.a.run((ctx) => holds.remove(ctx, id));
          model.stock.dropHold(id);
          return;
        }
        if (model.stock.holds.length > 5) return;
        const id = newID('hold');
        const seconds = 100 + model.stock.next();
        await kernel.a.run((ctx) =>
          holds.put(ctx, id, { lines: [{ itemID: real.itemID, quantity }], expiresInSeconds: seconds }),
        );
        model.stock.hold(id, seconds, quantity);
      }),
  ),
  fc.nat().map(
    (back) =>
      new Command('void', async (model, real) => {
        const operation = model.log.filter(({ isGone }) => !isGone).at(-1 - (back % 4));
        if (!operation) return;
        const answer = await real.try((ctx) => voidMovements(ctx, operation.movementIDs));
        const outcome = model.stock.void(operation.effect);
        expect(typeof answer === 'string' ? answer : 'done').toBe(outcome);
        operation.isGone = outcome === 'done';
      }),
  ),
  fc
    .uniqueArray(fc.record({ place: placeNames, quantity: fc.integer({ min: 0, max: 20 }) }), {
      selector: ({ place }) => place,
      minLength: 1,
      maxLength: 3,
    })
    .map(
      (counts) =>
        new Command(
          `change set of ${counts.map(({ place, quantity }) => `${quantity} in ${place}`).join(', ')}`,
          async (model, real) => {
            const rows = counts.map(({ place, quantity }) => ({ place: places[place], quantity }));
            const { changeSetID } = await admin.call(bulkReconcile, {
              body: {
                data: rows.map(({ place, quantity }) => ({
                  sku: real.sku,
                  unit: 'each',
                  storageLocationID: place,
                  quantity,
                })),
              },
            });
            const effect = model.stock.countPlaces(rows, countedAge + model.stock.next());
            expect(changeSetID === null).toBe(effect.length === 0);
            if (changeSetID === null) return;
            const movementIDs = await real.lastMovements();
            const changeSet = { id: changeSetID, isUndone: false };
            model.log.push({ movementIDs, effect, isCount: true, isGone: false, changeSet });
          },
        ),
    ),
  fc.nat().map(
    (back) =>
      new Command('undo', async (model) => {
        const sets = model.log.filter(({ changeSet }) => changeSet?.isUndone === false);
        const operation = sets.at(-1 - (back % 3));
        if (!operation?.changeSet) return;
        const answer = await admin
          .call(undoChangeSet, { params: { changeSetID: operation.changeSet.id }, body: {} })
          .then(({ status }) => status as string)
          .catch((error: unknown) => {
            if (error instanceof ApiError) return error.code;
            throw error;
          });
        const isPossible = !operation.isGone && !isCountedSince(model, operation);
        const outcome = isPossible && model.stock.void(operation.effect) === 'done' ? 'undone' : 'undo_refused';
        expect(answer).toBe(outcome);
        if (outcome === 'undone') operation.isGone = operation.changeSet.isUndone = true;
      }),
  ),
];

it('does what a warehouse does, whatever happens in it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(commands(), { maxCommands: 30, size: 'max' }), async (steps) => {
      const sku = newID('sku');
      const itemID = await createStockItem(admin, sku);
      const model: Model = { stock: new StockModel([places.main, places.north]), log: [] };
      await fc.asyncModelRun(() => ({ model, real: new Real(sku, itemID) }), steps);
      for (const { id } of model.stock.holds) await kernel.a.run((ctx) => holds.remove(ctx, id));
    }),
    { numRuns: runsOf(20) },
  );
  await expectLaws(kernel.a);
});
