import { applyChangeSet, createImport, listChangeSetRows, undoChangeSet } from '@millwright/core/contracts';
import { apiRefusal, isCut, sharedKernel, type TestKernel, type TestPerson } from '@millwright/core/testing';
import inventory from '@millwright/inventory/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createAccountGroup,
  createCustomer,
  createOrderDiscount,
  deleteCustomer,
  deleteOrderDiscount,
  findOrderDiscountByCode,
  getOrderDiscount,
  listOrderDiscounts,
  updateOrderDiscount,
} from '../../../contracts/index.ts';
import commerce from '../../plugin.ts';

let kernel: TestKernel;
let admin: TestPerson;
let named: { id: string };
let member: { id: string };
let stranger: { id: string };
let group: { id: string };

beforeAll(async () => {
  kernel = await sharedKernel([inventory, commerce]);
  admin = await kernel.a.as('admin');
  group = await admin.call(createAccountGroup, { body: { name: 'Dealers', typeCode: 'price_group' } });
  named = await admin.call(createCustomer, { body: { name: 'Named', number: 'N-1' } });
  member = await admin.call(createCustomer, { body: { name: 'Member', customerPriceGroupIDs: [group.id] } });
  stranger = await admin.call(createCustomer, { body: { name: 'Stranger' } });
});
afterAll(() => kernel?.stop());

const find = (code: string, customer: { id: string }) =>
  admin.call(findOrderDiscountByCode, { body: { code, customerID: customer.id } });
const codeOf = async (promise: Promise<unknown>) => (await apiRefusal(promise)).code;

describe('order discounts', () => {
  it('are found by their code, for whom and when they are valid', async () => {
    const discount = await admin.call(createOrderDiscount, {
      body: {
        name: 'Spring',
        code: 'Spring10',
        type: 'percentage',
        percentage: 0.1,
        startDate: '2020-01-01',
        customerIDs: [named.id],
        customerGroupIDs: [group.id],
      },
    });
    expect(discount).toMatchObject({
      percentage: 0.1,
      amount: null,
      isActive: true,
      startDate: '2020-01-01',
      orderCount: 0,
      customers: [{ id: named.id, name: 'Named' }],
      customerGroups: [{ id: group.id, name: 'Dealers' }],
    });
    expect((await find('SPRING10', named)).id).toBe(discount.id);
    expect((await find('spring10', member)).id).toBe(discount.id);
    expect(await codeOf(find('spring10', stranger))).toBe('discount_not_for_customer');
    expect(await codeOf(find('summer', named))).toBe('discount_unknown');
    expect(await codeOf(find('spring10', { id: 'cus_nobody' }))).toBe('invalid_input');
    const change = (body: object) =>
      admin.call(updateOrderDiscount, { params: { orderDiscountID: discount.id }, body });
    for (const body of [{ isActive: false }, { isActive: true, endDate: '2020-01-02' }]) {
      await change(body);
      expect(await codeOf(find('spring10', named))).toBe('discount_expired');
    }
    const open = await change({ endDate: null, customerIDs: [], customerGroupIDs: [] });
    expect(open.customers).toEqual([]);
    expect((await find('spring10', stranger)).id).toBe(discount.id);
    await kernel.a.run(async (ctx) => {
      const uses = ctx.em.query<Record<'commerce.order_discount', Record<string, unknown>>>();
      await uses
        .updateTable('commerce.order_discount')
        .set({ order_count: 1, maximum_uses: 1 })
        .where('id', '=', discount.id)
        .execute();
    });
    expect(await codeOf(find('spring10', stranger))).toBe('discount_used_up');
    // A change of links alone also makes a new version, so that concurrent edits are detected.
    const linked = await change({ customerIDs: [named.id] });
    expect(linked.version).toBeGreaterThan(open.version);
    expect(await codeOf(change({ version: open.version, name: 'Late' }))).toBe('stale_version');
    expect(await codeOf(admin.call(deleteCustomer, { params: { customerID: named.id } }))).toBe('in_use');
    await admin.call(deleteOrderDiscount, { params: { orderDiscountID: discount.id } });
    expect(await codeOf(admin.call(getOrderDiscount, { params: { orderDiscountID: discount.id } }))).toBe('not_found');
  });

  const refused = 'refuses codes that exist in another case, terms that do not go together, records that are not there';
  it(refused, async () => {
    const body = { name: 'Five off', code: 'five', type: 'amount', amount: 5 } as const;
    const five = await admin.call(createOrderDiscount, { body });
    const refused = async (change: object) => {
      const { code, errors } = await apiRefusal(
        admin.call(createOrderDiscount, { body: { ...body, code: 'new', ...change } }),
      );
      return [code, ...errors.map(({ path }) => path)];
    };
    // A unique index over an expression has a name without the column.
    expect(await refused({ code: 'FIVE' })).toEqual(isCut ? ['duplicate'] : ['duplicate', 'code']);
    expect(await refused({ amount: null })).toEqual(['invalid_input', 'amount']);
    expect(await refused({ percentage: 0.1 })).toEqual(['invalid_input', 'percentage']);
    expect(await refused({ startDate: '2026-02-02', endDate: '2026-02-01' })).toEqual(['invalid_input', 'endDate']);
    expect(await refused({ customerIDs: [stranger.id, stranger.id, 'cus_nobody'] })).toEqual([
      'invalid_input',
      'customerIDs.2',
    ]);
    const patch = admin.call(updateOrderDiscount, {
      params: { orderDiscountID: five.id },
      body: { type: 'percentage', percentage: 0.5 },
    });
    expect((await apiRefusal(patch)).errors).toMatchObject([{ path: 'amount' }]);
    expect((await admin.call(listOrderDiscounts, { query: { type: 'amount' } })).count).toBe(1);
  });

  it('are imported, come out as they went in, and go again', async () => {
    const upload = (text: string) =>
      admin.call(createImport, {
        query: { type: 'order-discounts', fileName: 'discounts.csv' },
        body: new Blob([text]),
      });
    const messages = async (id: string) =>
      (await admin.call(listChangeSetRows, { params: { changeSetID: id }, query: {} })).items.map(({ errors }) =>
        errors.map(({ field, message }) => `${field}: ${message}`).join('; '),
      );
    const staged = await upload(
      [
        'Code,Name,Type,Percentage,Amount,Active,Valid from,Valid until,Minimum order,Max uses,' +
          'Customers,Customer groups',
        'TEN,Ten,percentage,0.1,,yes,2026-01-01,2026-12-31,100,5,N-1;Member,Dealers',
        'Two,Two,amount,,2.5,no,,,,,,',
      ].join('\n'),
    );
    expect(await messages(staged.id)).toEqual(['', '']);
    await admin.call(applyChangeSet, { params: { changeSetID: staged.id }, body: {} });
    const text = await (await admin.fetch('/v1/order-discounts?format=csv')).text();
    const again = await upload(text);
    expect((await messages(again.id)).filter(Boolean)).toEqual([]);
    expect(again.counts).toMatchObject({ create: 0, update: 0, error: 0 });
    const wrong = await upload('Code,Name,Type,Percentage,Amount\nten,Ten,amount,,\nBAD,Bad,percentage,2,1');
    expect(await messages(wrong.id)).toEqual([
      'amount: Is needed for a discount of the type amount; ' +
        'percentage: Must be empty for a discount of the type amount',
      expect.stringMatching(/percentage: Must be at most 1/),
    ]);
    await admin.call(undoChangeSet, { params: { changeSetID: staged.id }, body: {} });
    expect((await admin.call(listOrderDiscounts, {})).items.map(({ code }) => code)).toEqual(['five']);
  });
});
