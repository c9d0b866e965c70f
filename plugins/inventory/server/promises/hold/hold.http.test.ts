import { newID } from '@millwright/core/contracts';
import { type AccountContext, sql, todayOf } from '@millwright/core/server';
import { apiRefusal, type TestPerson } from '@millwright/core/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  deleteInventoryHold,
  getInventoryHold,
  listUnits,
  mostLiveHolds,
  promiseItems,
  putInventoryHold,
  updateProduct,
  updatePromiseSettings,
} from '../../../contracts/index.ts';
import { lockPositions } from '../../stock/ledger/plan/positions.ts';
import { createStockItem } from '../../stock/ledger/stock-fixture.ts';
import { demandDocument, PromiseBench } from '../promise/promise-fixture.ts';
import { expiredHoldsJob } from './expired-holds.ts';

let bench: PromiseBench;
let admin: TestPerson;
let rep: TestPerson;

beforeAll(async () => {
  bench = await PromiseBench.open({ why: 'a queue' });
  [admin, rep] = await Promise.all([bench.kernel.a.as('admin'), bench.kernel.a.as('sales_rep')]);
});
afterAll(() => bench.kernel.stop());
afterEach(async () => {
  expect(await bench.violations()).toEqual([]);
});

const hold = (
  person: TestPerson,
  holdID: string,
  lines: readonly (readonly [string, number])[],
  expiresInSeconds = 60,
) =>
  person.call(putInventoryHold, {
    params: { holdID },
    body: { lines: lines.map(([itemID, quantity]) => ({ itemID, quantity })), expiresInSeconds },
  });
const release = (person: TestPerson, holdID: string) => person.call(deleteInventoryHold, { params: { holdID } });

describe('a hold', () => {
  it('takes what is free, and a renewal replaces its lines', async () => {
    const item = await bench.product('H-1', 10);
    const id = newID('hold');
    const first = await hold(admin, id, [[item, 7]]);
    expect(first.lines).toMatchObject([
      {
        wanted: { measure: 7, unit: 'each' },
        held: { measure: 7 },
        availableToPromise: { measure: 3 },
        isAvailable: true,
      },
    ]);
    const second = await hold(rep, newID('hold'), [[item, 5]]);
    expect(second.lines).toMatchObject([
      { held: { measure: 3 }, availableToPromise: { measure: 0 }, isAvailable: false, firstDate: null },
    ]);
    await hold(admin, id, [[item, 2]]);
    expect(await bench.position(item)).toBe('10 5 0 0');
    await hold(admin, id, []);
    expect(await bench.position(item)).toBe('10 3 0 0');
    expect((await admin.call(getInventoryHold, { params: { holdID: id } })).lines).toEqual([]);
  });

  it('writes the positions that it changes, and no others', async () => {
    const [kept, changed] = [await bench.product('H-6', 10), await bench.product('H-7', 10)];
    const id = newID('hold');
    const versions = () =>
      bench.run(async (ctx) => {
        const { rows } = await sql<{ version: number }>`select version from inventory.item_position
          where account_id = ${ctx.account.id} and item_id in (${kept}, ${changed})
          order by item_id = ${changed}`.execute(ctx.em.query());
        return rows.map(({ version }) => version);
      });
    // Of a hold that runs out first, so that prolonging the other changes nothing of the positions.
    await hold(
      rep,
      newID('hold'),
      [
        [kept, 1],
        [changed, 1],
      ],
      30,
    );
    const put = (quantity: number) =>
      hold(
        admin,
        id,
        [
          [kept, 3],
          [changed, quantity],
        ],
        600,
      );
    await put(2);
    const [first = 0, second = 0] = await versions();
    await put(4);
    expect(await versions()).toEqual([first, second + 1]);
    expect([await bench.position(kept), await bench.position(changed)]).toEqual(['10 4 0 0', '10 5 0 0']);
  });

  it('is taken of an item that never had any stock as well', async () => {
    const item = await createStockItem(admin, 'H-8');
    expect((await hold(admin, newID('hold'), [[item, 2]])).lines).toMatchObject([
      { held: { measure: 0 }, isAvailable: false },
    ]);
    expect(await bench.position(item)).toBe('0 0 0 0');
  });

  it('shares what it has among lines of one item, the first line first', async () => {
    const item = await bench.product('H-2', 5);
    const { lines } = await hold(admin, newID('hold'), [
      [item, 4],
      [item, 4],
    ]);
    expect(lines.map((line) => line.held?.measure)).toEqual([4, 1]);
    expect(await bench.position(item)).toBe('5 5 0 0');
  });

  it('is counted in any unit of the item, and answered in its default unit', async () => {
    const item = await bench.product('H-3', 30, { unit: 'dozen' });
    const { items } = await admin.call(listUnits, { query: { query: 'each' } });
    const each = items.find(({ name }) => name === 'each');
    const { lines } = await admin.call(putInventoryHold, {
      params: { holdID: newID('hold') },
      body: {
        lines: [
          { itemID: item, quantity: { measure: 6, unitID: each?.id ?? '' } },
          { itemID: item, quantity: 1 },
        ],
      },
    });
    expect(lines).toMatchObject([
      { wanted: { measure: 0.5, unit: 'dozen' }, held: { measure: 0.5 }, availableToPromise: { measure: 1 } },
      { wanted: { measure: 1 }, held: { measure: 1 } },
    ]);
    expect(await bench.position(item)).toBe('30 18 0 0');
  });

  it('leaves out what is no stock', async () => {
    const service = await bench.product('H-SERVICE', 0, { productType: 'service' });
    const { lines } = await hold(admin, newID('hold'), [[service, 3]]);
    expect(lines).toMatchObject([{ isStocked: false, isAvailable: true, held: null, availableToPromise: null }]);
  });

  it('is of who took it: nobody else sees, renews or releases it', async () => {
    const item = await bench.product('H-4', 4);
    const id = newID('hold');
    await hold(admin, id, [[item, 4]]);
    await expect(hold(rep, id, [[item, 1]])).rejects.toMatchObject({ status: 404 });
    await expect(release(rep, id)).rejects.toMatchObject({ status: 404 });
    await expect(rep.call(getInventoryHold, { params: { holdID: id } })).rejects.toMatchObject({ status: 404 });
    expect((await admin.call(getInventoryHold, { params: { holdID: id } })).lines).toMatchObject([
      { itemID: item, held: { measure: 4 }, availableToPromise: { measure: 0 } },
    ]);
    await release(admin, id);
    await expect(release(admin, id)).rejects.toMatchObject({ status: 404 });
    expect(await bench.position(item)).toBe('4 0 0 0');
  });

  it('is one thing after the other where it is renewed twice at once', async () => {
    const items = [await bench.product('H-6-A', 9), await bench.product('H-6-B', 9), await bench.product('H-6-C', 9)];
    const id = newID('hold');
    await Promise.all(
      Array.from({ length: 12 }, (_, turn) =>
        hold(admin, id, [
          [items[turn % 3] as string, 1 + turn],
          [items[(turn + 1) % 3] as string, 2],
        ]),
      ),
    );
    await hold(admin, id, [[items[0] as string, 1]]);
    expect(await Promise.all(items.map((item) => bench.position(item)))).toEqual(['9 1 0 0', '9 0 0 0', '9 0 0 0']);
  });

  it('is refused whole where a line is wrong', async () => {
    const item = await bench.product('H-5', 4);
    const id = newID('hold');
    await expect(
      hold(admin, id, [
        [item, 1],
        [newID('itm'), 1],
      ]),
    ).rejects.toMatchObject({ status: 400, errors: [{ path: 'lines.1.itemID' }] });
    await expect(hold(admin, 'cart', [[item, 1]])).rejects.toMatchObject({ status: 400, errors: [{ path: 'holdID' }] });
    await expect(hold(admin, id, [[item, 1]], 901)).rejects.toMatchObject({ status: 400 });
    expect(await bench.position(item)).toBe('4 0 0 0');
  });

  it('is one of at most twenty', async () => {
    const person = await bench.kernel.a.as('user');
    const ids = Array.from({ length: mostLiveHolds }, () => newID('hold'));
    for (const id of ids) await hold(person, id, []);
    await expect(hold(person, newID('hold'), [])).rejects.toMatchObject({ status: 409, code: 'too_many_holds' });
    await hold(person, ids[0] as string, []);
    bench.kernel.clock.advance(61_000);
    await hold(person, newID('hold'), []);
  });
});

describe('a hold that ran out', () => {
  it('is shown to nobody as held, and is freed by whoever locks the position next', async () => {
    const item = await bench.product('X-1', 5);
    const id = newID('hold');
    await hold(admin, id, [[item, 5]], 30);
    await hold(rep, newID('hold'), [[item, 1]], 600);
    bench.kernel.clock.advance(31_000);
    expect(await bench.position(item)).toBe('5 5 0 0');
    const seen = await bench.run((ctx) => bench.port.availabilityOf(ctx, [item]));
    expect(seen.get(item)).toMatchObject({ reserved: '0.000000', availableToPromise: '5.000000' });
    const { items } = await rep.call(promiseItems, { body: { lines: [{ itemID: item, quantity: 5 }] } });
    expect(items).toMatchObject([{ isAvailable: true, reserved: { measure: 0 }, availableToPromise: { measure: 5 } }]);
    await expect(admin.call(getInventoryHold, { params: { holdID: id } })).rejects.toMatchObject({ status: 404 });
    const other = await hold(rep, newID('hold'), [[item, 4]]);
    expect(other.lines).toMatchObject([{ held: { measure: 4 }, availableToPromise: { measure: 1 } }]);
    expect(await bench.position(item)).toBe('5 4 0 0');
  });

  it('serves who waits before it is taken again', async () => {
    const item = await bench.product('X-2', 5);
    const id = newID('hold');
    await hold(admin, id, [[item, 5]], 30);
    await bench.run((ctx) => bench.port.reserve(ctx, [demandDocument('X2', [[item, 3]])]));
    bench.kernel.clock.advance(31_000);
    const again = await hold(admin, id, [[item, 5]], 30);
    expect(again.lines).toMatchObject([{ held: { measure: 2 } }]);
    expect(await bench.promises('X2')).toEqual({ X2: '3/3' });
  });

  it('is freed within the minute where nobody touches the item, and who waits is served', async () => {
    const [item, idle] = [await bench.product('X-3', 5), await bench.product('X-4', 5)];
    const [short, long] = [newID('hold'), newID('hold')];
    await hold(admin, short, [[item, 4]], 30);
    await hold(admin, newID('hold'), [[idle, 5]], 30);
    await hold(rep, long, [[item, 1]], 600);
    const later = { issuedAt: new Date('2026-01-02T00:00:00Z') };
    await bench.run((ctx) =>
      bench.port.reserve(ctx, [demandDocument('X3', [[item, 3]]), demandDocument('X3-B', [[item, 2]], later)]),
    );
    const jobs = await bench.kernel.jobs();
    const sweep = async (): Promise<void> => {
      await jobs.runNow(expiredHoldsJob.name);
      await jobs.idle();
    };
    await sweep();
    expect(await bench.position(item)).toBe('5 5 0 5');
    bench.kernel.clock.advance(31_000);
    await bench.run(async (ctx) => {
      await lockPositions(ctx, [{ itemID: item }]);
      await bench.run((inner) => expiredHoldsJob.handle(inner, todayOf(inner)));
    });
    expect(await bench.promises('X3', 'X3-B')).toEqual({ X3: '0/3', 'X3-B': '0/2' });
    await sweep();
    expect(await bench.promises('X3', 'X3-B')).toEqual({ X3: '3/3', 'X3-B': '1/2' });
    expect(await bench.position(item)).toBe('5 1 4 5');
    expect(await bench.position(idle)).toBe('5 0 0 0');
    expect((await rep.call(getInventoryHold, { params: { holdID: long } })).lines).toMatchObject([
      { held: { measure: 1 } },
    ]);
  });
});

describe('an order', () => {
  // As commerce calls it: in the order's transaction, as the person that took the hold.
  const reserve = (number: string, item: string, quantity: number, holdID: string) =>
    bench.asPerson(admin, (ctx) => bench.port.reserve(ctx, [demandDocument(number, [[item, quantity]])], { holdID }));

  it('takes over what its hold has, and gives the rest back', async () => {
    const item = await bench.product('O-1', 6);
    const id = newID('hold');
    await hold(admin, id, [[item, 6]]);
    await bench.run((ctx) => bench.port.reserve(ctx, [demandDocument('O1-WAITS', [[item, 4]])]));
    await reserve('O1', item, 5, id);
    expect(await bench.promises('O1', 'O1-WAITS')).toEqual({ O1: '5/5', 'O1-WAITS': '1/4' });
    expect(await bench.position(item)).toBe('6 0 6 9');
  });

  it('gives its stock back on the way back to an estimate', async () => {
    const item = await bench.product('O-2', 6);
    await bench.run((ctx) => bench.port.reserve(ctx, [demandDocument('O2', [[item, 6]])]));
    await bench.run((ctx) => bench.port.release(ctx, 'sales_order', ['so_O2']));
    expect(await bench.position(item)).toBe('6 0 0 0');
    expect((await hold(admin, newID('hold'), [[item, 6]])).lines).toMatchObject([{ isAvailable: true }]);
  });
});

describe('a count below what is promised', () => {
  it('cuts holds first, those that run longest before the others', async () => {
    const item = await bench.product('N-1', 10);
    const [short, long] = [newID('hold'), newID('hold')];
    await hold(admin, short, [[item, 3]], 60);
    await hold(rep, long, [[item, 3]], 600);
    await bench.run((ctx) => bench.port.reserve(ctx, [demandDocument('N1', [[item, 4]])]));
    await bench.count(item, 6);
    expect(await bench.position(item)).toBe('6 2 4 4');
    expect((await rep.call(getInventoryHold, { params: { holdID: long } })).lines).toMatchObject([
      { held: { measure: 0 }, isAvailable: false },
    ]);
    await bench.count(item, 1);
    expect(await bench.position(item)).toBe('1 0 1 4');
  });
});

describe('portal customers', () => {
  it('hold stock, and see when, but no figures', async () => {
    const item = await bench.product('P-1', 3);
    const customerID = await bench.customer('Portal Ltd');
    const customer = await bench.kernel.a.as('customer', { customerID });
    const held = await hold(customer, newID('hold'), [[item, 2]]);
    expect(held.lines).toMatchObject([{ held: null, availableToPromise: null, isAvailable: true }]);
    const { items } = await customer.call(promiseItems, { body: { lines: [{ itemID: item, quantity: 2 }] } });
    expect(items).toMatchObject([
      { isAvailable: false, firstDate: null, onHand: null, reserved: null, availableToPromise: null, short: null },
    ]);
    expect(await bench.position(item)).toBe('3 2 0 0');
  });

  const priced = async (sku: string, onHand: number): Promise<string> => {
    const item = await bench.product(sku, onHand);
    await admin.call(updateProduct, { params: { itemID: item }, body: { unitValue: 10 } });
    return item;
  };
  const portal = async (name: string) => {
    const customerID = await bench.customer(name);
    return bench.kernel.a.as('customer', { customerID });
  };

  it('hold what they could order, all people of a customer together', async () => {
    const [item, other] = [await priced('P-2', 1000), await priced('P-3', 5)];
    const customerID = await bench.customer('Hoarders Ltd');
    const [one, two] = [
      await bench.kernel.a.as('customer', { customerID }),
      await bench.kernel.a.as('customer', { customerID }),
    ];
    const elsewhere = await portal('Honest Ltd');
    const refused = async (work: Promise<unknown>) => (await apiRefusal(work)).code;
    // Of the value: 1,000.00 for who has ordered nothing.
    const first = newID('hold');
    await hold(one, first, [[item, 100]]);
    expect(await refused(hold(one, first, [[item, 101]]))).toBe('holds_beyond_orders');
    expect(await refused(hold(two, newID('hold'), [[other, 1]]))).toBe('holds_beyond_orders');
    await hold(elsewhere, newID('hold'), [[item, 100]]);
    expect(await bench.position(item)).toBe('1000 200 0 0');
    // Of documents: five together.
    await hold(one, first, [[item, 1]]);
    for (const person of [one, two, one, two]) await hold(person, newID('hold'), [[item, 1]]);
    expect(await refused(hold(two, newID('hold'), [[item, 1]]))).toBe('holds_beyond_orders');
    // Of lines.
    await admin.call(updatePromiseSettings, { body: { portalHoldLines: 5 } });
    expect(
      await refused(
        hold(one, first, [
          [item, 1],
          [other, 1],
        ]),
      ),
    ).toBe('holds_beyond_orders');
    await admin.call(updatePromiseSettings, { body: { portalHoldLines: 50 } });
    await hold(one, first, [
      [item, 1],
      [other, 1],
    ]);
    expect(await bench.position(item)).toBe('1000 105 0 0');
  });

  it('are outranked by staff, who take what customers only hold', async () => {
    const item = await bench.product('P-4', 10);
    const [customer, holdID] = [await portal('Outranked Ltd'), newID('hold')];
    await hold(customer, holdID, [[item, 8]]);
    const held = await hold(rep, newID('hold'), [[item, 5]]);
    expect(held.lines).toMatchObject([{ held: { measure: 5 }, isAvailable: true }]);
    expect(await bench.position(item)).toBe('10 10 0 0');
    await bench.run((ctx) => bench.port.reserve(ctx, [demandDocument('P4', [[item, 4]])]));
    expect(await bench.promises('P4')).toEqual({ P4: '4/4' });
    // What another customer holds, or staff, nobody takes.
    expect((await hold(customer, holdID, [[item, 8]])).lines).toMatchObject([{ isAvailable: false }]);
    expect(await bench.position(item)).toBe('10 6 4 4');
  });

  it('give back after their time without an order, whatever they renew', async () => {
    const item = await bench.product('P-5', 10);
    const customerID = await bench.customer('Forever Ltd');
    const customer = await bench.kernel.a.as('customer', { customerID });
    await admin.call(updatePromiseSettings, { body: { portalHoldMinutes: 1 } });
    // A new id each time, and given back in between: it is the customer's time that counts.
    for (let quarter = 0; quarter < 4; quarter += 1) {
      const holdID = newID('hold');
      const { expiresAt } = await hold(customer, holdID, [[item, 5]], 900);
      expect(Date.parse(expiresAt) - bench.kernel.clock.now().getTime()).toBeLessThanOrEqual((4 - quarter) * 15_000);
      if (quarter !== 2) await release(customer, holdID);
      bench.kernel.clock.advance(15_000);
    }
    const { code } = await apiRefusal(hold(customer, newID('hold'), [[item, 5]], 900));
    expect(code).toBe('holding_too_long');
    expect((await hold(rep, newID('hold'), [[item, 10]], 30)).lines).toMatchObject([{ isAvailable: true }]);
    bench.kernel.clock.advance(15_000);
    const again = newID('hold');
    await hold(customer, again, [[item, 5]], 900);
    bench.kernel.clock.advance(40_000);
    // An order ends the time.
    await bench.asPerson(customer, (ctx) => {
      const own: AccountContext = { ...ctx, customerID };
      return bench.port.reserve(own, [demandDocument('P5', [[item, 5]])], { holdID: again });
    });
    expect(await bench.position(item)).toBe('10 0 5 5');
    bench.kernel.clock.advance(40_000);
    expect((await hold(customer, newID('hold'), [[item, 1]], 30)).lines).toMatchObject([{ isAvailable: true }]);
    await admin.call(updatePromiseSettings, { body: { portalHoldMinutes: 60 } });
  });
});

describe('32 buyers of the last 20', () => {
  it('get 20 between them', async () => {
    const item = await bench.product('B-1', 20);
    const people = [admin, rep, await bench.kernel.a.as('user')];
    const ids = Array.from({ length: 32 }, () => newID('hold'));
    const answers = await Promise.all(
      ids.map((id, index) => hold(people[index % 3] as TestPerson, id, [[item, 3]], 600)),
    );
    const total = answers.reduce((sum, { lines }) => sum + (lines[0]?.held?.measure ?? 0), 0);
    expect(total).toBe(20);
    expect(await bench.position(item)).toBe('20 20 0 0');
    await Promise.all(
      ids.map((id, index) =>
        bench.asPerson(people[index % 3] as TestPerson, (ctx) =>
          bench.port.reserve(ctx, [demandDocument(`B${index}`, [[item, 3]])], { holdID: id }),
        ),
      ),
    );
    expect(await bench.position(item)).toBe('20 0 20 96');
  });
});
