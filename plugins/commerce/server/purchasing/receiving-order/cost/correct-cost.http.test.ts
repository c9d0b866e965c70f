import { apiRefusal, violationsOf } from '@millwright/core/testing';
import { updateItemInventory } from '@millwright/inventory/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { correctReceivingCost, listJournalEntries } from '../../../../contracts/index.ts';
import commerce from '../../../plugin.ts';
import { lineID, type ReceivingFixture, receivingFixture } from '../record/receiving-fixture.ts';

let at: ReceivingFixture;

beforeAll(async () => {
  at = await receivingFixture();
});
afterAll(() => at?.kernel.stop());

describe('goods that turn out to cost something else', () => {
  const correct = (order: { id: string }, body: Parameters<typeof bodyOf>[0]) =>
    at.admin.call(correctReceivingCost, { params: { receivingOrderID: order.id }, body: bodyOf(body) });
  const bodyOf = (body: { lines?: { lineID: string; unitCost: number }[]; freight?: number; note?: string }) => body;

  it('are worth it where they are, and are a variance where they have left', async () => {
    const { receiving } = await at.issued({ lines: [{ itemID: at.hide.id, quantityOrdered: 10, unitPrice: 24 }] });
    expect(receiving.canCorrectCost).toBe(false);
    expect(await apiRefusal(correct(receiving, { freight: 5 }))).toMatchObject({ code: 'nothing_received' });
    await at.receive(receiving);
    await at.stock(await at.read(receiving), [at.shelf, 6], [at.bin, 4]);
    const before = await at.lies(at.hide.id);
    await at.admin.call(updateItemInventory, {
      params: { itemID: at.hide.id },
      body: { inventoryChange: -1, storageLocationID: at.bin, reason: 'Torn' },
    });
    const lines = [{ lineID: lineID(receiving), unitCost: 26 }];
    const { corrections, freight } = await correct(receiving, { lines, freight: 10, note: 'Bill 77' });
    // 27 instead of 24 each; one of ten had left.
    expect([corrections[0]?.sku, (corrections[0]?.inStock ?? 0) + (corrections[0]?.variance ?? 0)]).toEqual([
      'HIDE',
      30,
    ]);
    expect(freight).toBe(10);
    expect((await at.read(receiving)).lines[0]?.correctedCost).toBe(26);
    expect((await at.lies(at.hide.id)).length).toBe(before.length);
    const journal = await at.admin.call(listJournalEntries, {
      query: { query: `receiving order ${receiving.number} corrected` },
    });
    const sums = Map.groupBy(journal.items, ({ accountName }) => accountName);
    const sumOf = (name: string) =>
      (sums.get(name) ?? []).reduce((sum, { debit, credit }) => sum + Math.round((debit - credit) * 100), 0);
    expect(sumOf('Received, not billed')).toBe(-3000);
    expect(sumOf('Inventory') + sumOf('Purchase price variances')).toBe(3000);
    // Repeating the correction changes nothing; without freight the former cost returns.
    expect((await correct(receiving, { lines, freight: 10 })).corrections).toEqual([]);
    const back = await correct(receiving, { lines: [{ lineID: lineID(receiving), unitCost: 24 }], freight: 0 });
    expect((back.corrections[0]?.inStock ?? 0) + (back.corrections[0]?.variance ?? 0)).toBe(-30);
    expect(await violationsOf(at.kernel.a, commerce)).toEqual([]);
    expect(await apiRefusal(correct(receiving, {}))).toMatchObject({ code: 'invalid_input' });
    expect(await apiRefusal(correct(receiving, { lines: [{ lineID: 'rcl_none', unitCost: 1 }] }))).toMatchObject({
      status: expect.any(Number),
    });
  });

  it('can be taken back afterwards, with the value that they have now', async () => {
    const { receiving } = await at.issued({ lines: [{ itemID: at.hide.id, quantityOrdered: 7, unitPrice: 24 }] });
    await at.receive(receiving);
    await correct(receiving, { lines: [{ lineID: lineID(receiving), unitCost: 20 }] });
    await at.takeBack(receiving);
    expect(await violationsOf(at.kernel.a, commerce)).toEqual([]);
  });
});
