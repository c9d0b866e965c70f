import { newID, problems } from '@millwright/core/contracts';
import { type AccountContext, audit, emit, Member, sql, touched, unindexRecord } from '@millwright/core/server';
import type { CataloguePort } from '@millwright/inventory/contracts';
import {
  type CreateSalesOrderInput,
  commerceProblems,
  isSalesOrderDeletable,
  type SalesOrder as SalesOrderReply,
  type SalesOrderStatus,
  salesOrderCreated,
  salesOrderDeleted,
  salesOrderStatusNames,
  type UpdateSalesOrderInput,
} from '../../contracts/index.ts';
import { Customer } from '../customer/customer.entity.ts';
import { refuseStaffFields } from './portal-order.ts';
import { SalesOrder } from './sales-order.entity.ts';
import { salesOrderByID } from './sales-order.queries.ts';
import { chosenAddresses, orderCustomer } from './sales-order-customer.ts';
import { orderRecord, orderWritten } from './sales-order-history.ts';
import { salesOrderList } from './sales-order-list.queries.ts';
import { numberKey, orderNumber } from './sales-order-number.ts';
import { asReferences, orderReferences } from './sales-order-references.ts';
import { indexOrder } from './sales-order-search.ts';
import { sumsOfLines } from './sales-order-sums.ts';
import { createLines, entriesOf, linesOf, replaceLines } from './sales-order-write-lines.ts';

/** The order, locked until the transaction ends; 404 for one that is deleted. */
export async function lockedOrder(ctx: AccountContext, orderID: string): Promise<SalesOrder> {
  const order = (await ctx.em.getForUpdate(SalesOrder, orderID)) as SalesOrder;
  if (order.deletedAt) throw problems.not_found();
  return order;
}

/** @throws Problem 409 `order_not_editable` saying why */
export function refuseIfClosed(order: SalesOrderReply): void {
  if (order.isEditable) return;
  // Neither fulfilled nor completed, so a shipment has left.
  const why = order.status.code === 'issued' ? 'a shipment of it has left' : `it is ${order.status.name.toLowerCase()}`;
  throw commerceProblems.order_not_editable({ message: `Order ${order.number} cannot be changed: ${why}` });
}

/** An order that was not deleted, and why; without a status it is not there. */
interface RefusedOrder {
  id: string;
  label: string;
  reason: string;
  status: SalesOrderStatus | undefined;
}

/** Fields of the request that are columns as they come. */
const plainFields = (input: CreateSalesOrderInput | UpdateSalesOrderInput) => ({
  customerPO: input.customerPO === '' ? null : input.customerPO,
  note: input.note === '' ? null : input.note,
  acknowledgementEmails: input.acknowledgementEmailContacts && [...new Set(input.acknowledgementEmailContacts)],
  invoiceEmails: input.invoiceEmailContacts && [...new Set(input.invoiceEmailContacts)],
  promisedAt: input.promisedAt,
  expiredAt: input.expiredAt,
});

/** Sales orders and, with them, their lines. */
export class SalesOrderService {
  readonly #catalogue: CataloguePort;

  constructor(catalogue: CataloguePort) {
    this.#catalogue = catalogue;
  }

  async create(ctx: AccountContext, input: CreateSalesOrderInput): Promise<SalesOrderReply> {
    refuseStaffFields(ctx, input);
    const customer = await orderCustomer(ctx, input.customerID);
    const references = await orderReferences(ctx, input, customer);
    const addresses = await chosenAddresses(ctx, customer.id, input);
    const entries = input.lines.map((line, index) => ({ ...line, path: `lines.${index}` }));
    const makeLines = await createLines(ctx, this.#catalogue, entries);
    const id = newID('so');
    // Everybody else who numbers an order waits from here to the end of the transaction.
    const number = await orderNumber(ctx, { id, number: input.number });
    const fields = plainFields(input);
    const order = ctx.em.create(SalesOrder, {
      id,
      number,
      numberKey: numberKey(number),
      status: input.status,
      customer: ctx.em.reference(Customer, customer.id),
      customerName: customer.name,
      ...asReferences(ctx, references),
      billTo: addresses.billTo === undefined ? customer.billTo : addresses.billTo,
      shipTo: addresses.shipTo === undefined ? customer.shipTo : addresses.shipTo,
      createdBy: ctx.memberID ? ctx.em.reference(Member, ctx.memberID) : null,
      createdByName: ctx.actor.name,
      customerPO: fields.customerPO ?? null,
      note: fields.note ?? null,
      acknowledgementEmails: fields.acknowledgementEmails ?? [],
      invoiceEmails: fields.invoiceEmails ?? [],
      promisedAt: fields.promisedAt ?? null,
      expiredAt: fields.expiredAt ?? null,
    }) as SalesOrder;
    const lines = makeLines(order);
    ctx.em.assign(order, sumsOfLines(lines));
    audit(ctx, { record: orderRecord(id), action: 'created', note: salesOrderStatusNames[input.status] });
    emit(
      ctx,
      salesOrderCreated,
      { orderID: id, number, customerID: customer.id, status: input.status },
      orderRecord(id),
    );
    await ctx.em.flush();
    touched(ctx, salesOrderList);
    const reply = await salesOrderByID(ctx, id);
    await indexOrder(ctx, reply);
    return reply;
  }

  async update(ctx: AccountContext, orderID: string, input: UpdateSalesOrderInput): Promise<SalesOrderReply> {
    const order = await lockedOrder(ctx, orderID);
    ctx.em.expectVersion(order, input.version);
    const before = await salesOrderByID(ctx, orderID);
    refuseIfClosed(before);
    const references = await orderReferences(ctx, input, {
      carrierID: order.carrier?.id ?? null,
      carrierOptionID: order.carrierOption?.id ?? null,
      paymentTermID: order.paymentTerm?.id ?? null,
      shippingTermID: order.shippingTerm?.id ?? null,
      priorityID: order.priority?.id ?? null,
      salesRepID: order.salesRep?.id ?? null,
    });
    const addresses = await chosenAddresses(ctx, before.customer.id, input);
    if (input.lines) {
      const present = await linesOf(ctx, order);
      await replaceLines(ctx, this.#catalogue, order, present, entriesOf(present, input.lines));
    }
    ctx.em.assign(order, { ...plainFields(input), ...addresses, ...asReferences(ctx, references) });
    return orderWritten(ctx, before);
  }

  /**
   * Deletes estimates and bid requests; their numbers stay taken. Everything else is answered with the reason. What is deleted
   * lets go of terms, carriers and people, which could otherwise never be deleted for an order that nobody sees.
   */
  async removeAll(ctx: AccountContext, ids: readonly string[]) {
    const wanted = [...new Set(ids)];
    const { rows: found } = await sql<{ id: string; number: string; customerID: string; status: SalesOrderStatus }>`
      select id, number, customer_id as "customerID", status from commerce.sales_order
      where account_id = ${ctx.account.id} and id = any(${wanted}::text[]) and deleted_at is null
      order by id for no key update`.execute(ctx.em.query());
    const gone = found.filter(({ status }) => isSalesOrderDeletable(status));
    if (gone.length) {
      const now = ctx.clock.now();
      await sql`update commerce.sales_order set deleted_at = ${now}, updated_at = ${now}, version = version + 1, carrier_id = null,
          carrier_option_id = null, payment_term_id = null, shipping_term_id = null, priority_id = null, sales_rep_id = null
        where account_id = ${ctx.account.id} and id = any(${gone.map(({ id }) => id)}::text[])`.execute(ctx.em.query());
      for (const { id, number, customerID } of gone) {
        await unindexRecord(ctx, 'sales_order', id);
        audit(ctx, { record: orderRecord(id), action: 'deleted', note: number });
        emit(ctx, salesOrderDeleted, { orderID: id, number, customerID }, orderRecord(id));
      }
      await ctx.em.flush();
      touched(ctx, salesOrderList);
    }
    const known = new Map(found.map((order) => [order.id, order]));
    const refused = wanted.flatMap((id): RefusedOrder[] => {
      const order = known.get(id);
      if (!order) return [{ id, label: id, reason: 'There is no such order', status: undefined }];
      const { status, number } = order;
      if (isSalesOrderDeletable(status)) return [];
      const reason = `It is ${salesOrderStatusNames[status].toLowerCase()}; only estimates and bid requests can be deleted`;
      return [{ id, label: number, reason, status }];
    });
    return { done: gone.length, refused };
  }

  async remove(ctx: AccountContext, orderID: string): Promise<undefined> {
    const { refused } = await this.removeAll(ctx, [orderID]);
    const [only] = refused;
    if (!only) return;
    if (!only.status) throw problems.not_found();
    throw commerceProblems.order_not_deletable({ message: `Order ${only.label} cannot be deleted. ${only.reason}` });
  }
}
