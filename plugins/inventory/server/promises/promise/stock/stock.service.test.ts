import { decimal } from '@millwright/core/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { demandDocument, PromiseBench } from '../promise-fixture.ts';

let bench: PromiseBench;

beforeAll(async () => {
  bench = await PromiseBench.open();
});
afterAll(() => bench.kernel.stop());
afterEach(async () => {
  expect(await bench.violations()).toEqual([]);
});

const reserve = (...documents: ReturnType<typeof demandDocument>[]) =>
  bench.run((ctx) => bench.port.reserve(ctx, documents));

describe('reserving', () => {
  it('takes what is free in the order given and leaves the rest short', async () => {
    const item = await bench.product('R-1', 10);
    const answer = await reserve(demandDocument('R1A', [[item, 7]]), demandDocument('R1B', [[item, 7]]));
    expect(answer.get('lin_R1A_0')).toMatchObject({ reserved: '7.000000', short: '0.000000' });
    expect(answer.get('lin_R1B_0')).toMatchObject({ reserved: '3.000000', short: '4.000000' });
    expect(await bench.position(item)).toBe('10 0 10 14');
    const availability = await bench.run((ctx) => bench.port.availabilityOf(ctx, [item, 'itm_unknown']));
    expect(availability.get(item)).toMatchObject({
      onHand: '10.000000',
      reserved: '10.000000',
      availableToPromise: '0.000000',
      short: '4.000000',
    });
    expect(availability.get('itm_unknown')).toMatchObject({ onHand: '0.000000', short: '0.000000' });
  });

  it('says again the same thing without changing anything', async () => {
    const item = await bench.product('R-2', 5);
    await reserve(demandDocument('R2', [[item, 4]]));
    await reserve(demandDocument('R2', [[item, 4]]));
    expect(await bench.position(item)).toBe('5 0 4 4');
    expect([...(await bench.run((ctx) => bench.port.promisesOf(ctx, 'sales_order', ['so_R2']))).keys()]).toEqual([
      'lin_R2_0',
    ]);
  });

  it('moves what a line gives back to another line of the document before others get it', async () => {
    const item = await bench.product('R-3', 5);
    await reserve(demandDocument('R3', [[item, 5]]), demandDocument('R3-LATER', [[item, 2]]));
    await reserve(
      demandDocument('R3', [
        [item, 1],
        [item, 4],
      ]),
    );
    expect(await bench.promises('R3', 'R3-LATER')).toEqual({ R3: '1/1 4/4', 'R3-LATER': '0/2' });
  });

  it('gives what a smaller line leaves, or one of another item, to who waits', async () => {
    const item = await bench.product('R-4', 5);
    const other = await bench.product('R-4-OTHER', 1);
    await reserve(demandDocument('R4', [[item, 5]]), demandDocument('R4-LATER', [[item, 4]]));
    await reserve(demandDocument('R4', [[item, 3]]));
    expect(await bench.promises('R4', 'R4-LATER')).toEqual({ R4: '3/3', 'R4-LATER': '2/4' });
    await reserve(demandDocument('R4', [[other, 3]]));
    expect(await bench.promises('R4', 'R4-LATER')).toEqual({ R4: '1/3', 'R4-LATER': '4/4' });
  });

  it('refuses what is short where the caller asks for it, and reserves nothing then', async () => {
    const item = await bench.product('R-5', 2);
    const plenty = await bench.product('R-5-PLENTY', 9);
    const refused = bench.run((ctx) =>
      bench.port.reserve(
        ctx,
        [
          demandDocument('R5', [
            [plenty, 9],
            [item, 3],
          ]),
        ],
        { refuseShort: true },
      ),
    );
    await expect(refused).rejects.toMatchObject({
      code: 'insufficient_stock',
      status: 409,
      errors: [{ path: 'lines.1.quantity' }],
    });
    expect(await bench.position(plenty)).toBe('9 0 0 0');
  });
});

describe('stock that comes', () => {
  it('goes to the higher priority, the earlier promise, the earlier issue', async () => {
    const item = await bench.product('S-1');
    const at = (day: number) => new Date(Date.UTC(2026, 0, day));
    await reserve(
      demandDocument('S-LATE', [[item, 1]], { promisedOn: '2026-05-02', issuedAt: at(1) }),
      demandDocument('S-NONE', [[item, 1]], { issuedAt: at(1) }),
      demandDocument('S-SECOND', [[item, 1]], { promisedOn: '2026-05-01', issuedAt: at(3) }),
      demandDocument('S-FIRST', [[item, 1]], { promisedOn: '2026-05-01', issuedAt: at(2) }),
      demandDocument('S-RANK', [[item, 2]], { priorityRank: 5, promisedOn: '2026-09-01', issuedAt: at(9) }),
    );
    const all = ['S-FIRST', 'S-LATE', 'S-NONE', 'S-RANK', 'S-SECOND'];
    await bench.receive(item, 1);
    expect(await bench.promises(...all)).toMatchObject({ 'S-RANK': '1/2', 'S-FIRST': '0/1' });
    await bench.receive(item, 2);
    expect(await bench.promises(...all)).toMatchObject({ 'S-RANK': '2/2', 'S-FIRST': '1/1', 'S-SECOND': '0/1' });
    await bench.receive(item, 2);
    expect(await bench.promises(...all)).toMatchObject({ 'S-SECOND': '1/1', 'S-LATE': '1/1', 'S-NONE': '0/1' });
  });

  it('and a count that finds less takes back in the reverse order', async () => {
    const item = await bench.product('C-1', 9);
    await reserve(
      demandDocument('C-SOON', [[item, 3]], { promisedOn: '2026-05-01' }),
      demandDocument('C-NONE', [[item, 3]]),
      demandDocument('C-RANK', [[item, 3]], { priorityRank: 2, promisedOn: '2026-09-01' }),
    );
    await bench.count(item, 5);
    expect(await bench.promises('C-SOON', 'C-NONE', 'C-RANK')).toEqual({
      'C-RANK': '3/3',
      'C-SOON': '2/3',
      'C-NONE': '0/3',
    });
    expect(await bench.position(item)).toBe('5 0 5 9');
  });

  it('is not taken from others by what is used up', async () => {
    const item = await bench.product('C-2', 5);
    await reserve(demandDocument('C2', [[item, 4]]));
    await expect(bench.receive(item, -2)).rejects.toMatchObject({ code: 'insufficient_stock' });
    await bench.receive(item, -1);
    expect(await bench.position(item)).toBe('4 0 4 4');
  });
});

describe('releasing', () => {
  it('serves the shorts of others', async () => {
    const item = await bench.product('L-1', 3);
    await reserve(demandDocument('L1', [[item, 3]]), demandDocument('L2', [[item, 2]]));
    await bench.run((ctx) => bench.port.release(ctx, 'sales_order', ['so_L1', 'so_NEVER']));
    expect(await bench.promises('L1', 'L2')).toEqual({ L2: '2/2' });
    expect(await bench.position(item)).toBe('3 0 2 2');
  });
});

describe('issuing', () => {
  const source = { type: 'sales_order', id: 'so_I1', number: 'I1' };
  const issue = (itemID: string, quantity: number, lineID?: string) =>
    bench.run((ctx) =>
      bench.port.issue(ctx, 'ship', source, [
        { itemID, quantity: String(quantity), lineID, locationID: bench.locationID, path: 'lines.0' },
      ]),
    );

  it('takes the reservation of its line along, and what is free beyond it', async () => {
    const item = await bench.product('I-1', 10);
    await reserve(demandDocument('I1', [[item, 4]]), demandDocument('I2', [[item, 5]]));
    await issue(item, 3, 'lin_I1_0');
    expect(await bench.promises('I1', 'I2')).toEqual({ I1: '1/1', I2: '5/5' });
    expect(await bench.position(item)).toBe('7 0 6 6');
    await expect(issue(item, 3, 'lin_I1_0')).rejects.toMatchObject({ code: 'insufficient_stock' });
    await issue(item, 2, 'lin_I1_0');
    expect(await bench.promises('I1', 'I2')).toEqual({ I2: '5/5' });
    expect(await bench.position(item)).toBe('5 0 5 5');
    await expect(issue(item, 1)).rejects.toMatchObject({ code: 'insufficient_stock' });
  });
});

describe('many documents with many lines', () => {
  it('are one call of few statements', async () => {
    const items = await Promise.all(Array.from({ length: 10 }, (_, index) => bench.product(`M-${index}`)));
    await bench.run(async (ctx) => {
      const { applyStock } = await import('../../../stock/ledger/operation/stock-ledger.ts');
      await applyStock(ctx, {
        action: 'receive',
        changes: items.map((itemID) => ({ itemID, quantity: decimal('10'), locationID: bench.locationID })),
      });
    });
    const documents = Array.from({ length: 20 }, (_, index) =>
      demandDocument(
        `M${index}`,
        items.map((item) => [item, 1] as const),
      ),
    );
    const answer = await reserve(...documents);
    expect(answer.size).toBe(200);
    expect([...answer.values()].filter(({ reserved }) => reserved === '1.000000')).toHaveLength(100);
    expect(await bench.position(items[7] as string)).toBe('10 0 10 20');
  });
});
