import { checkDuplicates, emailRecord, getTimeline } from '@millwright/core/contracts';
import { apiRefusal } from '@millwright/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createCustomer,
  createInvoice,
  createSettlement,
  createTransaction,
  deleteSettlement,
  deleteTransaction,
  deleteTransactionAllocation,
  getAccountReceivables,
  getInvoice,
  getSalesOrder,
  getSettlement,
  getTransaction,
  type Invoice,
  listAccountTransactions,
  listAdjustmentTypes,
  listReceivables,
  listSettlements,
  listTransactionAllocations,
  listTransactionMethods,
  listTransactions,
  listTransactionTypes,
  proposeAllocations,
  proposeSettlement,
  type Transaction,
  updateSettlement,
  updateTransaction,
  updateTransactionAllocation,
} from '../../../contracts/index.ts';
import { type OrderFixture, orderFixture } from '../../sales/sales-order/record/sales-order-fixture.ts';

let at: OrderFixture;
let child: string;
beforeAll(async () => {
  at = await orderFixture();
  const made = await at.admin.call(createCustomer, { body: { name: 'Lakeside North', parentID: at.customer.id } });
  child = made.id;
});
afterAll(() => at?.kernel.stop());

/** An invoice over an amount, for a service that is invoiced at once. */
async function invoice(amount: number, customerID = at.customer.id): Promise<Invoice> {
  const lines = [{ productID: at.freight.id, quantityOrdered: 1, unitPrice: amount }];
  const { id } = await at.create({ status: 'issued', customerID, lines });
  return at.admin.call(createInvoice, { body: { orderID: id } });
}
type Body = Partial<Parameters<typeof enter>[1]>;
const enter = (typeCode: Transaction['type']['code'], body: { [name: string]: unknown }) =>
  at.admin.callUnchecked(createTransaction, {
    body: {
      customerID: at.customer.id,
      typeCode,
      ...(typeCode === 'payment' ? { methodCode: 'check' } : {}),
      ...body,
    },
  });
const payment = (amount: number, more: Body = {}) => enter('payment', { amount, ...more });
const pay = (transactionID: string, invoiceID: string, amount: number) =>
  at.admin.call(createSettlement, { body: { allocations: [{ transactionID, invoiceID, amount }] } });
const read = (invoiceID: string) => at.admin.call(getInvoice, { params: { invoiceID } });

describe('the order in which credits are used', () => {
  const credit = (
    id: string,
    type: 'rebate' | 'payment' | 'adjustment' | 'credit_memo',
    date: string,
    open: number,
    customerID = 'p',
  ) => ({
    id,
    type,
    number: id,
    customerID,
    date,
    open,
  });
  const debt = (id: string, date: string, open: number, customerID = 'p', kind: 'invoice' | 'debit' = 'invoice') => ({
    id,
    kind,
    number: id,
    customerID,
    parentID: customerID === 'c' ? 'p' : null,
    date,
    open,
  });
  const plan = (...[credits, debts]: Parameters<typeof proposeAllocations>) =>
    proposeAllocations(credits, debts).map((each) => [each.credit.id, each.debt.id, each.amount.toFixed(2)]);

  it('is rebates, payments, adjustments, credit memos, each oldest first, onto the oldest', () => {
    const credits = [
      credit('9', 'credit_memo', '2026-01-01', 10),
      credit('8', 'adjustment', '2026-01-01', 10),
      credit('1002', 'payment', '2026-01-02', 10),
      credit('999', 'payment', '2026-01-02', 10),
      credit('1', 'rebate', '2026-02-01', 5.5),
    ];
    const debts = [
      debt('20', '2026-01-09', 100),
      debt('3', '2026-01-01', 12.25),
      debt('10', '2026-01-09', 8, 'p', 'debit'),
    ];
    expect(plan(credits, debts)).toEqual([
      ['1', '3', '5.50'],
      ['999', '3', '6.75'],
      ['999', '10', '3.25'],
      ['1002', '10', '4.75'],
      ['1002', '20', '5.25'],
      ['8', '20', '10.00'],
      ['9', '20', '10.00'],
    ]);
  });

  it('lets a parent pay for its child, not the other way round', () => {
    expect(plan([credit('1', 'payment', '2026-01-01', 5, 'c')], [debt('2', '2026-01-01', 5)])).toEqual([]);
    expect(plan([credit('1', 'payment', '2026-01-01', 5)], [debt('2', '2026-01-01', 5, 'c')])).toEqual([
      ['1', '2', '5.00'],
    ]);
  });
});

describe('transactions', () => {
  it('know their types, and ask for what belongs to them', async () => {
    const [types, adjustments, methods] = await Promise.all([
      at.admin.call(listTransactionTypes, {}),
      at.admin.call(listAdjustmentTypes, {}),
      at.admin.call(listTransactionMethods, {}),
    ]);
    expect([types.count, adjustments.count, methods.count]).toEqual([4, 6, 5]);
    const wrong = async (typeCode: 'payment' | 'adjustment' | 'rebate', body: object) =>
      (await apiRefusal(enter(typeCode, { amount: 5, ...body }))).errors.map(({ path }) => path);
    expect(await wrong('payment', { methodCode: null })).toEqual(['methodCode']);
    expect(await wrong('payment', { adjustmentTypeCode: 'fee' })).toEqual(['adjustmentTypeCode']);
    expect(await wrong('adjustment', {})).toEqual(['adjustmentTypeCode']);
    expect(await wrong('adjustment', { adjustmentTypeCode: 'refund' })).toEqual(['methodCode']);
    expect(await wrong('rebate', { methodCode: 'cash' })).toEqual(['methodCode']);
    expect(await wrong('rebate', { amount: 0 })).toEqual(['amount']);
    expect(await wrong('rebate', { amount: -1 })).toEqual(['amount']);
    expect(await wrong('rebate', { amount: 1.005 })).toEqual(['amount']);
    expect(await wrong('rebate', { date: '2199-01-01' })).toEqual(['date']);
    expect(await wrong('rebate', { typeCode: 'gift' })).toEqual(['typeCode']);
    expect(await wrong('rebate', { customerID: `cus_${'0'.repeat(26)}` })).toEqual(['customerID']);
  });

  it('are listed by filters, change while nothing is allocated, and are voided with what they paid', async () => {
    const billed = await invoice(30);
    const made = await payment(20, { reference: 'CHK 4471' });
    expect(made).toMatchObject({
      status: { code: 'unallocated' },
      open: 20,
      isFullyAllocated: false,
      isEditable: true,
    });
    const params = { transactionID: made.id };
    await at.admin.call(updateTransaction, { params, body: { amount: 25 } });
    await pay(made.id, billed.id, 25);
    expect(await at.admin.call(getTransaction, { params })).toMatchObject({
      status: { code: 'allocated' },
      isFullyAllocated: true,
      allocationCount: 1,
      isEditable: false,
    });
    const late = await apiRefusal(at.admin.call(updateTransaction, { params, body: { amount: 26 } }));
    expect(late).toMatchObject({ code: 'transaction_allocated', status: 409 });
    await at.admin.call(updateTransaction, { params, body: { reference: 'CHK 4472', note: 'Bounced' } });
    const list = async (query: object) =>
      (await at.admin.call(listTransactions, { query: { take: 500, ...query } })).items.map(({ id }) => id);
    for (const query of [
      { query: '4472' },
      { query: 'Lakeside' },
      { status: ['allocated'] },
      { typeCodes: ['payment'] },
      { methodCodes: ['check'] },
      { customerIDs: [at.customer.id] },
      { isDebit: false },
      { startDate: made.date, endDate: made.date },
      { sortBy: 'open' },
    ])
      expect(await list(query), JSON.stringify(query)).toContain(made.id);
    for (const query of [
      { query: '4471' },
      { status: ['void'] },
      { typeCodes: ['rebate'] },
      { adjustmentTypeCodes: ['fee'] },
      { methodCodes: ['ach'] },
      { customerGroupIDs: ['agr_x'] },
      { orderIDs: ['so_x'] },
      { endDate: '2001-01-01' },
    ])
      expect(await list(query), JSON.stringify(query)).not.toContain(made.id);
    const own = await at.admin.call(listAccountTransactions, { params: { accountID: at.customer.id }, query: {} });
    expect(own.items.map(({ id }) => id)).toContain(made.id);
    await at.admin.call(deleteTransaction, { params });
    expect(await at.admin.call(getTransaction, { params })).toMatchObject({ status: { code: 'void' }, open: 0 });
    expect(await read(billed.id)).toMatchObject({ open: 30, allocations: [] });
    expect(await apiRefusal(pay(made.id, billed.id, 1))).toMatchObject({ code: 'allocation_refused', status: 409 });
    expect(await apiRefusal(at.admin.call(deleteTransaction, { params }))).toMatchObject({ code: 'transaction_void' });
  });

  it('of an order cover its invoices when they are made', async () => {
    const lines = [{ productID: at.freight.id, quantityOrdered: 1, unitPrice: 40 }];
    const order = await at.create({ status: 'issued', lines });
    const paid = async () => (await at.admin.call(getSalesOrder, { params: { orderID: order.id } })).isPaid;
    await payment(30, { orderID: order.id });
    expect(await paid()).toBe(false);
    await payment(15, { orderID: order.id });
    expect(await paid()).toBe(true);
    const billed = await at.admin.call(createInvoice, { body: { orderID: order.id } });
    expect(billed).toMatchObject({ status: { code: 'paid' }, allocated: 40, isPaidInFull: true });
    expect(billed.allocations.map(({ amount, why }) => [amount, why])).toEqual([
      [30, `Paid for order ${order.number}`],
      [10, `Paid for order ${order.number}`],
    ]);
    expect(await paid()).toBe(true);
  });
});

describe('settlements', () => {
  it('are proposed with the why of each row, written as one, and undone as one', async () => {
    const customer = await at.admin.call(createCustomer, { body: { name: 'Ridge Supply' } });
    const mine = { customerID: customer.id };
    const [first, second] = [await invoice(100, customer.id), await invoice(50, customer.id)];
    await enter('rebate', { ...mine, amount: 10 });
    const fee = await enter('adjustment', { ...mine, amount: 7, adjustmentTypeCode: 'fee' });
    expect(fee.isDebit).toBe(true);
    const proposed = await at.admin.call(proposeSettlement, { body: { ...mine, amount: 100 } });
    expect(proposed.totals).toEqual({ open: 157, credits: 110, allocated: 110 });
    expect(proposed.allocations.map(({ transactionID, amount }) => [transactionID === null, amount])).toEqual([
      [false, 10],
      [true, 90],
      [true, 10],
    ]);
    expect(proposed.allocations[1]?.why).toBe(
      `This payment pays the oldest open invoice: ${first.number} of ${first.date}`,
    );
    const settled = await at.admin.call(createSettlement, {
      body: {
        note: 'Check of March',
        allocations: proposed.allocations.flatMap(({ transactionID, invoiceID, debitID, amount }) =>
          transactionID ? [{ transactionID, invoiceID, debitID, amount }] : [],
        ),
        transactions: [
          {
            ...mine,
            typeCode: 'payment',
            methodCode: 'check',
            amount: 100,
            allocations: [
              { invoiceID: first.id, amount: 90 },
              { invoiceID: second.id, amount: 10 },
            ],
          },
          {
            ...mine,
            typeCode: 'adjustment',
            adjustmentTypeCode: 'short_payment',
            amount: 40,
            allocations: [{ invoiceID: second.id, amount: 40 }],
          },
        ],
      },
    });
    expect(settled).toMatchObject({
      totalRebates: 10,
      totalPayments: 100,
      totalAdjustments: 40,
      totalCredits: 0,
      allocationCount: 4,
      customers: [{ id: customer.id }],
      responsibleUser: { name: 'Admin of alpha' },
    });
    expect(settled.invoiceNumbers).toEqual([first.number, second.number].sort());
    expect(await read(first.id)).toMatchObject({ isPaidInFull: true });
    const receivable = await at.admin.call(getAccountReceivables, { params: { accountID: customer.id }, query: {} });
    expect(receivable).toMatchObject({ total: 7, current: 7, credits: 0, receivables: [{ kind: 'debit', open: 7 }] });
    const listed = await at.admin.call(listSettlements, { query: { customerIDs: [customer.id] } });
    expect(listed.items.map(({ id }) => id)).toEqual([settled.id]);
    const params = { settlementID: settled.id };
    await at.admin.call(updateSettlement, { params, body: { note: 'Check 9', version: settled.version } });
    await at.admin.call(deleteSettlement, { params });
    expect((await apiRefusal(at.admin.call(getSettlement, { params }))).status).toBe(404);
    const after = await at.admin.call(getAccountReceivables, { params: { accountID: customer.id }, query: {} });
    expect(after).toMatchObject({ total: 157, credits: 10, balance: 147 });
    const history = await at.admin.call(getTimeline, { params: { type: 'invoice', id: first.id } });
    expect(JSON.stringify(history.items)).toContain('unallocated');
    expect(settled.transactions).toHaveLength(2);
    for (const { id } of settled.transactions) {
      const { items } = await at.admin.call(getTimeline, { params: { type: 'transaction', id } });
      expect(items[0]).toMatchObject({ action: 'voided', note: `With settlement ${settled.number}` });
    }
  });

  it('refuse what cannot be, row by row, and write nothing', async () => {
    const billed = await invoice(20);
    const stranger = await at.admin.call(createCustomer, { body: { name: 'Somebody else' } });
    const strange = await invoice(20, stranger.id);
    const credit = await payment(15);
    const settle = (allocations: object[]) =>
      apiRefusal(at.admin.callUnchecked(createSettlement, { body: { allocations: allocations } }));
    const on = { transactionID: credit.id, invoiceID: billed.id };
    const count = (await at.admin.call(listSettlements, { query: {} })).count;
    expect(await settle([{ ...on, amount: 15.01 }])).toMatchObject({
      code: 'allocation_exceeds',
      errors: [{ path: 'allocations.0.amount', message: `At most 15.00: more is not open of credit ${credit.number}` }],
      details: { allowed: { 'allocations.0.amount': 15 } },
    });
    expect(
      await settle([
        { ...on, amount: 10 },
        { ...on, amount: 6 },
      ]),
    ).toMatchObject({
      details: { allowed: { 'allocations.1.amount': 5 } },
    });
    const foreign = await settle([{ ...on, invoiceID: strange.id, amount: 1 }]);
    expect(foreign).toMatchObject({ code: 'allocation_refused', errors: [{ path: 'allocations.0.invoiceID' }] });
    expect(await settle([{ transactionID: credit.id, debitID: credit.id, amount: 1 }])).toMatchObject({
      code: 'allocation_refused',
    });
    for (const amount of [0, -1, 0.001])
      expect((await settle([{ ...on, amount }])).errors[0]?.path).toBe('allocations.0.amount');
    expect((await settle([{ transactionID: credit.id, amount: 1 }])).status).toBe(400);
    expect((await settle([])).errors[0]?.path).toBe('allocations');
    const twice = await Promise.allSettled([pay(credit.id, billed.id, 15), pay(credit.id, billed.id, 15)]);
    expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await at.admin.call(listSettlements, { query: {} })).count).toBe(count + 1);
  });

  it('are known by their number, and the payments of a customer by their reference', async () => {
    const customer = await at.admin.call(createCustomer, { body: { name: 'Twice Inc' } });
    const paid = await payment(30, { customerID: customer.id, reference: 'CHK-4471' });
    const bill = await invoice(30, customer.id);
    const { number } = await pay(paid.id, bill.id, 30);
    const ask = (type: string, recordNumber: string, customerID?: string) =>
      at.admin.call(checkDuplicates, { body: { type, data: { recordNumber, ...(customerID ? { customerID } : {}) } } });
    expect(await ask('settlement', number)).toEqual({
      isDuplicate: true,
      message: `Settlement ${number} exists already`,
    });
    expect(await ask('settlement', number, customer.id)).toMatchObject({ isDuplicate: true });
    expect(await ask('settlement', number, at.customer.id)).toMatchObject({ isDuplicate: false });
    expect(await ask('transaction', 'CHK-4471', customer.id)).toEqual({
      isDuplicate: true,
      message: `Reference CHK-4471 of this customer is on transaction ${paid.number}`,
    });
    for (const other of [undefined, at.customer.id])
      expect(await ask('transaction', 'CHK-4471', other)).toMatchObject({ isDuplicate: false });
  });

  it('let a parent pay for its child', async () => {
    const billed = await invoice(12, child);
    const credit = await payment(12);
    const proposed = await at.admin.call(proposeSettlement, {
      body: { customerID: at.customer.id, transactionIDs: [credit.id], invoiceIDs: [billed.id] },
    });
    expect(proposed.allocations).toMatchObject([{ transactionID: credit.id, invoiceID: billed.id, amount: 12 }]);
    const unknown = await apiRefusal(
      at.admin.call(proposeSettlement, {
        body: { customerID: at.customer.id, transactionIDs: [credit.id, `trx_${'0'.repeat(26)}`] },
      }),
    );
    expect(unknown.errors.map(({ path }) => path)).toEqual(['transactionIDs.1']);
    await pay(credit.id, billed.id, 12);
    expect(await read(billed.id)).toMatchObject({ isPaidInFull: true });
  });
});

describe('allocations', () => {
  it('are changed by taking them back and writing anew, and taken back once', async () => {
    const billed = await invoice(20);
    const credit = await payment(20);
    await pay(credit.id, billed.id, 5);
    const { items } = await at.admin.call(listTransactionAllocations, { query: { invoiceIDs: [billed.id] } });
    const params = { transactionAllocationID: items[0]?.id ?? '' };
    const changed = await at.admin.call(updateTransactionAllocation, { params, body: { amount: 8 } });
    expect(changed).toMatchObject({ amount: 8, unappliedOn: null, settlementID: items[0]?.settlementID });
    const again = await apiRefusal(at.admin.call(deleteTransactionAllocation, { params }));
    expect(again).toMatchObject({ code: 'allocation_undone', status: 409 });
    const most = { params: { transactionAllocationID: changed.id }, body: { amount: 21 } };
    expect(await apiRefusal(at.admin.call(updateTransactionAllocation, most))).toMatchObject({
      code: 'allocation_exceeds',
      errors: [{ path: 'amount' }],
      details: { allowed: { amount: 20 } },
    });
    expect(await read(billed.id)).toMatchObject({ open: 12 });
    await at.admin.call(deleteTransactionAllocation, { params: { transactionAllocationID: changed.id } });
    expect(await read(billed.id)).toMatchObject({ open: 20, allocations: [] });
    const all = await at.admin.call(listTransactionAllocations, {
      query: { invoiceIDs: [billed.id], isUnapplied: true },
    });
    expect(all.count).toBe(2);
  });

  it('are counted apart from transactions', async () => {
    const transactions = await at.admin.call(listTransactions, { query: { take: 500 } });
    const allocations = await at.admin.call(listTransactionAllocations, { query: { take: 500 } });
    expect(allocations.items.length).not.toBe(transactions.items.length);
    expect([transactions.count, allocations.count]).toEqual([transactions.items.length, allocations.items.length]);
  });
});

describe('receivables', () => {
  it('are listed with sums, written as text, and refused for a day ahead', async () => {
    const { items, totals } = await at.admin.call(listReceivables, { query: { sortBy: 'total', sortOrder: 'desc' } });
    expect(items.length).toBeGreaterThan(1);
    expect(Math.round(totals.total * 100)).toBe(items.reduce((sum, { total }) => sum + Math.round(total * 100), 0));
    const listed = async (query: object) =>
      (await at.admin.call(listReceivables, { query: { ...query, sortBy: 'total', sortOrder: 'desc' } })).items;
    expect(await listed({ hasCredits: 'true' })).toEqual(items.filter(({ credits }) => credits > 0));
    expect(await listed({ isOverdue: 'false' })).toEqual(items.filter(({ overdue }) => overdue === 0));
    expect(await listed({ olderThan: '30' })).toEqual(items.filter(({ total, current }) => total > current));
    const house = await at.admin.call(getAccountReceivables, { params: { accountID: at.kernel.a.id }, query: {} });
    expect(house).toMatchObject({ id: at.kernel.a.id, ...totals });
    expect(Math.round(totals.total * 100)).toBe(
      house.receivables.reduce((sum, { open }) => sum + Math.round(open * 100), 0),
    );
    const ahead = await apiRefusal(at.admin.call(listReceivables, { query: { cutoffDate: '2199-01-01' } }));
    expect(ahead).toMatchObject({ status: 400, errors: [{ path: 'cutoffDate' }] });
    const path = `/v1/receivables/accounts/${at.customer.id}`;
    const report = await (await at.admin.fetch(`${path}/actions/generate-report`)).text();
    expect(report).toContain('Receivables of Lakeside Outfitters');
    const statement = await at.admin.fetch(`${path}/statement`);
    expect(new TextDecoder().decode((await statement.arrayBuffer()).slice(0, 5))).toBe('%PDF-');
    const portal = await at.kernel.a.as('customer', { customerID: at.customer.id });
    const own = await portal.call(listReceivables, { query: {} });
    expect(own.items.map(({ id }) => id)).toEqual([at.customer.id]);
  });

  it('leave every rule of commerce as it is', async () => {
    const credit = await payment(3);
    expect((await at.admin.call(emailRecord, { body: { type: 'transaction', id: credit.id } })).recipients).toEqual([
      'buyer@lakeside.test',
    ]);
    expect(await at.violations()).toEqual([]);
  });
});
