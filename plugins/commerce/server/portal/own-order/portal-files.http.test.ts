import { createFile, dayLength, listFiles, undoChangeSet, updateFile } from '@millwright/core/contracts';
import { sql } from '@millwright/core/server';
import { apiRefusal, type TestPerson } from '@millwright/core/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bulkDeleteCustomers, createCustomer, deleteSalesOrder } from '../../../contracts/index.ts';
import { type OrderFixture, orderFixture } from '../../sales/sales-order/record/sales-order-fixture.ts';

const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');

let at: OrderFixture;
let buyer: TestPerson;
let stranger: TestPerson;

beforeAll(async () => {
  at = await orderFixture();
  const other = await at.admin.call(createCustomer, { body: { name: 'Somebody else', email: 'else@else.test' } });
  buyer = await at.kernel.a.as('customer', { customerID: at.customer.id });
  stranger = await at.kernel.a.as('customer', { customerID: other.id });
});
afterAll(() => at?.kernel.stop());

const send = (person: TestPerson, record: { recordType: string; recordID: string }, name = 'signed.pdf') =>
  person.call(createFile, { query: { name, ...record }, body: new Blob([pdf]) });
const bytesOf = async (person: TestPerson, id: string) => (await person.fetch(`/v1/files/${id}`)).status;

it('shows a customer the shared files of their own orders, and nobody else', async () => {
  const order = await at.offered();
  const record = { recordType: 'sales_order', recordID: order.id };
  const inner = await send(at.admin, record, 'cost.pdf');
  const shared = await send(at.admin, record);
  await at.admin.call(updateFile, { params: { fileID: shared.id }, body: { isShared: true } });
  const { items } = await buyer.call(listFiles, { query: record });
  expect(items.map(({ id }) => id)).toEqual([shared.id]);
  expect([await bytesOf(buyer, shared.id), await bytesOf(buyer, inner.id)]).toEqual([200, 404]);
  expect([await bytesOf(stranger, shared.id), await bytesOf(at.admin, inner.id)]).toEqual([404, 200]);
  expect(await apiRefusal(stranger.call(listFiles, { query: record }))).toMatchObject({ status: 404 });
  expect(await apiRefusal(send(stranger, record))).toMatchObject({ status: 404 });
  const sent = await send(buyer, record, 'damage.pdf');
  expect(sent).toMatchObject({ origin: 'outside', isShared: true });
  expect((await at.admin.call(listFiles, { query: record })).items).toHaveLength(3);
  const mine = { params: { fileID: sent.id } };
  expect(await apiRefusal(buyer.call(updateFile, { ...mine, body: { name: 'a' } }))).toMatchObject({ status: 403 });
});

it('lets browsers keep a file of a record, and asks about it with each use', async () => {
  const order = await at.offered();
  const { id, sha256 } = await send(at.admin, { recordType: 'sales_order', recordID: order.id });
  const share = (isShared: boolean) => at.admin.call(updateFile, { params: { fileID: id }, body: { isShared } });
  await share(true);
  const first = await buyer.fetch(`/v1/files/${id}`);
  const kept = { etag: `"${sha256}"`, 'cache-control': 'private, no-cache' };
  expect(Object.fromEntries(first.headers)).toMatchObject(kept);
  const askAgain = () => buyer.fetch(`/v1/files/${id}`, { headers: { 'if-none-match': kept.etag } });
  const again = await askAgain();
  expect([again.status, await again.text(), Object.fromEntries(again.headers)]).toMatchObject([304, '', kept]);
  await share(false);
  expect((await askAgain()).status).toBe(404);
});

it.each([
  ['a path', '../../a.pdf'],
  ['300 characters', 'x'.repeat(300)],
  ['a control character', 'a\u0007.pdf'],
])('refuses %s as a name', async (_, name) => {
  const record = { recordType: 'customer', recordID: at.customer.id };
  expect(await apiRefusal(send(at.admin, record, name))).toMatchObject({ status: 400, errors: [{ path: 'name' }] });
});

/** The nightly job that deletes the files of records that are gone for good. */
function prune(): Promise<void> {
  const core = at.kernel.registry.plugins.find(({ definition }) => definition.id === 'core')?.definition;
  const nightly = core?.jobs?.(at.kernel.services).find(({ name }) => name === 'core.prune-files');
  return at.kernel.a.run((ctx) => nightly?.handle(ctx, '2026-01-01') ?? Promise.reject(new Error('no such job')));
}

it('brings files back with an undone deletion, and keeps none once a deletion cannot be undone', async () => {
  const { id } = await at.admin.call(createCustomer, { body: { name: 'Prairie Farm', email: 'farm@farm.test' } });
  const record = { recordType: 'customer', recordID: id };
  const file = await send(at.admin, record);
  const remove = () => at.admin.call(bulkDeleteCustomers, { body: { customerIDs: [id] } });
  const deleted = await remove();
  expect(await bytesOf(at.admin, file.id)).toBe(404);
  await at.admin.call(undoChangeSet, { params: { changeSetID: deleted.undoChangeSetID ?? '' }, body: {} });
  expect(await bytesOf(at.admin, file.id)).toBe(200);
  expect((await at.admin.call(listFiles, { query: record })).items).toMatchObject([{ id: file.id }]);

  // Restored, deleted again, deleted one by one, and never deleted.
  const brought = await at.admin.call(createCustomer, { body: { name: 'Lake Farm', email: 'lake@farm.test' } });
  const back = await send(at.admin, { recordType: 'customer', recordID: brought.id });
  const gone = await at.admin.call(bulkDeleteCustomers, { body: { customerIDs: [brought.id] } });
  await at.admin.call(undoChangeSet, { params: { changeSetID: gone.undoChangeSetID ?? '' }, body: {} });
  expect((await remove()).done).toBe(1);
  const [first, second] = [await at.create(), await at.create()];
  const lost = await send(at.admin, { recordType: 'sales_order', recordID: first.id });
  const kept = await send(at.admin, { recordType: 'sales_order', recordID: second.id });
  await at.admin.call(deleteSalesOrder, { params: { orderID: first.id } });
  const all = [file, back, lost, kept].map((each) => each.id);
  const left = async (): Promise<string[]> => {
    const found = await at.kernel.a.run((ctx) =>
      sql<{ id: string }>`select id from core.file where account_id = ${ctx.account.id}
        and id = any(${all}::text[]) order by id`.execute(ctx.em.query()),
    );
    return found.rows.map((row) => row.id);
  };
  at.kernel.clock.advance(90 * dayLength);
  await prune();
  expect(await left()).toEqual(all);
  at.kernel.clock.advance(2 * dayLength);
  await prune();
  expect(await left()).toEqual([back.id, kept.id]);
});
