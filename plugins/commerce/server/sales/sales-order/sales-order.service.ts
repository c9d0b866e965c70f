import { newID, problems } from '@millwright/core/contracts';
import { type AccountContext, audit, emit, touched } from '@millwright/core/server';
import type { CataloguePort } from '@millwright/inventory/contracts';
import {
  areSalesOrderPricesFrozen,
  type CreateSalesOrderInput,
  listSalesOrders,
  orderDatesFault,
  type SalesOrder as SalesOrderReply,
  salesOrderCreated,
  salesOrderIssued,
  salesOrderProblems,
  salesOrderReceived,
  salesOrderStates,
  salesOrderStatusChanged,
  type UpdateSalesOrderInput,
} from '../../../contracts/index.ts';
import { chosenAddresses, onlyChanged } from '../../document/addresses/chosen-addresses.ts';
import { lineEntriesOf } from '../../document/lines/line-entries.ts';
import { markOffered } from '../../document/offer/offers.ts';
import { numberKey } from '../../document/record/number-key.ts';
import { chosenOrderDiscount } from '../../pricing/order-discount/order-discount-choice.ts';
import { repOfTerritory } from '../../pricing/territory/territory-rep.ts';
import { mayOrder } from '../may-order.ts';
import { openPicks } from '../order-picks/open-picks.ts';
import { changeOrderDiscount } from './entry/change-order-discount.ts';
import { insertSalesOrders } from './entry/insert-sales-order.ts';
import { orderCustomer } from './entry/sales-order-customer.ts';
import { orderNumber } from './entry/sales-order-number.ts';
import { asReferences, orderReferences } from './entry/sales-order-references.ts';
import { sumsOfSalesLines } from './lines/sales-order-sums.ts';
import {
  createSalesLines,
  keptEntry,
  recount,
  replaceSalesLines,
  salesLinesOf,
} from './lines/sales-order-write-lines.ts';
import { indexOrder } from './list/sales-order-search.ts';
import { askedOrder } from './portal/portal-order.ts';
import { salesOrderRecord, salesOrderWritten } from './record/sales-order-history.ts';
import { SalesOrder } from './sales-order.entity.ts';
import { salesOrderByID } from './sales-order.queries.ts';
import type { OrderPromises } from './status/order-promises.ts';
import { refuseGaps } from './status/sales-order-gaps.ts';
import { salesOrderRemoval } from './status/sales-order-removal.ts';

/** The order, locked until the transaction ends. 404 for a deleted order. */
export async function lockedSalesOrder(ctx: AccountContext, orderID: string): Promise<SalesOrder> {
  const order = (await ctx.em.getForUpdate(SalesOrder, orderID)) as SalesOrder;
  if (order.deletedAt) throw problems.not_found();
  return order;
}

/** @throws Problem 409 `order_not_editable` with the reason */
export function refuseClosedSale(order: SalesOrderReply): void {
  if (order.isEditable) return;
  // The order is neither fulfilled nor completed here, so a shipment has left.
  const why = salesOrderStates.is.open(order.status.code)
    ? 'a shipment of it has left'
    : `it is ${order.status.name.toLowerCase()}`;
  throw salesOrderProblems.order_not_editable({ message: `Order ${order.number} cannot be changed: ${why}` });
}

/** @throws Problem 409 `not_an_estimate` */
function refuseIssued(order: SalesOrderReply, what: string): void {
  if (salesOrderStates.is.estimated(order.status.code)) return;
  const name = order.status.name.toLowerCase();
  throw salesOrderProblems.not_an_estimate({
    message: `Order ${order.number} cannot be ${what}: it is ${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`.replace(
      / an? (issued|fulfilled|closed short)$/,
      ' $1',
    ),
  });
}

/** Request fields that are columns of the same form. */
const plainFields = (input: CreateSalesOrderInput | UpdateSalesOrderInput) => ({
  customerPO: input.customerPO === '' ? null : input.customerPO,
  note: input.note === '' ? null : input.note,
  customerNote: input.customerNote === '' ? null : input.customerNote,
  acknowledgementEmails: input.acknowledgementEmailContacts && [...new Set(input.acknowledgementEmailContacts)],
  invoiceEmails: input.invoiceEmailContacts && [...new Set(input.invoiceEmailContacts)],
  promisedAt: input.promisedAt,
  expiredAt: input.expiredAt,
});

/**
 * Checks the dates against each other. Unchanged dates are not refused.
 * @throws Problem 400 for contradicting dates
 */
function refuseDates(dates: { promisedAt?: string | null | undefined; expiredAt?: string | null | undefined }): void {
  const message = orderDatesFault(dates);
  if (message) throw problems.invalid_input({ errors: [{ path: 'expiredAt', message }] });
}

const isOther = (given: string | null | undefined, present: string | null | undefined): boolean =>
  given !== undefined && given !== (present ?? null);

/** Sales orders with their lines. */
export class SalesOrderService {
  readonly #catalogue: CataloguePort;
  readonly #promises: OrderPromises;

  constructor(catalogue: CataloguePort, promises: OrderPromises) {
    this.#catalogue = catalogue;
    this.#promises = promises;
  }

  /**
   * `acceptsShort`: a portal customer accepts that it has to wait for missing stock. `paysFirst`: the customer pays by
   * card, and the order is issued once the payment has arrived. `acceptsEnded`: a person has released products that are
   * not sold any more.
   */
  async create(
    ctx: AccountContext,
    given: CreateSalesOrderInput,
    {
      acceptsShort = false,
      paysFirst = false,
      acceptsEnded,
    }: { acceptsShort?: boolean; paysFirst?: boolean; acceptsEnded?: boolean | undefined } = {},
  ): Promise<SalesOrderReply> {
    const input = askedOrder(ctx, given);
    refuseDates(input);
    const customer = await orderCustomer(ctx, input.customerID);
    const isIssued = salesOrderStates.is.open(input.status);
    const chosen = await orderReferences(ctx, input, customer);
    const addresses = await chosenAddresses(ctx, { id: customer.id, what: 'customer' }, input);
    const shipTo = addresses.shipTo === undefined ? customer.shipTo : addresses.shipTo;
    const entries = input.lines.map((line, index) => ({ ...line, path: `lines.${index}` }));
    const lines = await createSalesLines(ctx, this.#catalogue, entries, customer);
    if (isIssued) await refuseGaps(ctx, { lines, shipTo: shipTo ?? null, carrierID: chosen.carrierID });
    const orderDiscount = await chosenOrderDiscount(ctx, {
      discountID: input.orderDiscountID,
      customerID: customer.id,
      ...(isIssued ? { lines } : {}),
    });
    // Null means no sales rep. Without a value, it is the customer's own rep, otherwise the rep of the territory.
    const isOpen = input.salesRepID === undefined && chosen.salesRepID === null;
    const salesRepID = isOpen ? await repOfTerritory(ctx, shipTo, lines) : chosen.salesRepID;
    const references = { ...chosen, salesRepID };
    const fields = plainFields(input);
    const id = newID('so');
    if (paysFirst) await mayOrder(ctx, [{ id, customerID: customer.id }], { isByCustomer: false });
    // Other transactions that need an order number wait from then until this one ends. Therefore stock is locked
    // before.
    let taken: Promise<string> | undefined;
    const takeNumber = (): Promise<string> => {
      taken ??= orderNumber(ctx, { id, number: input.number });
      return taken;
    };
    const enteredAt = ctx.clock.now();
    const issuedAt = isIssued ? enteredAt : null;
    if (issuedAt) {
      const { priorityID, paymentTermID } = references;
      const { total } = sumsOfSalesLines(lines, orderDiscount?.terms);
      const entered = {
        id,
        number: takeNumber,
        customerID: customer.id,
        priorityID,
        paymentTermID,
        total,
        issuedAt,
        lines,
        promisedOn: fields.promisedAt ?? null,
      };
      const paths = new Map(lines.map((line, index) => [line.id, `lines.${index}.quantityOrdered`]));
      const { holdID } = input;
      const options = { entered: [entered], holdID, paths, acceptsShort, acceptsEnded };
      await this.#promises.updatePromises(ctx, [], options);
    } else await this.#promises.releaseHold(ctx, input.holdID);
    const number = await takeNumber();
    const order = {
      id,
      number,
      numberKey: numberKey(number),
      status: input.status,
      customerID: customer.id,
      customerName: customer.name,
      billTo: addresses.billTo === undefined ? customer.billTo : addresses.billTo,
      shipTo,
      customerPO: fields.customerPO ?? null,
      note: fields.note ?? null,
      customerNote: fields.customerNote ?? null,
      acknowledgementEmails: fields.acknowledgementEmails ?? [],
      invoiceEmails: fields.invoiceEmails ?? [],
      promisedAt: fields.promisedAt ?? null,
      expiredAt: fields.expiredAt ?? null,
      enteredAt,
      issuedAt,
      paysFirst,
      orderDiscount,
    };
    await insertSalesOrders(ctx, [{ order, references, lines }]);
    // A customer has seen the order that it entered itself.
    if (ctx.customerID !== undefined) await markOffered(ctx, [id]);
    if (isIssued) await openPicks(ctx, [id]);
    audit(ctx, { record: salesOrderRecord(id), action: 'created', note: salesOrderStates.names[input.status] });
    const fact = { orderID: id, number, customerID: customer.id };
    // The same events as for an order that is entered first and issued later.
    emit(ctx, salesOrderCreated, { ...fact, status: isIssued ? 'estimate' : input.status }, salesOrderRecord(id));
    if (ctx.customerID !== undefined)
      emit(ctx, salesOrderReceived, { ...fact, status: input.status }, salesOrderRecord(id));
    if (isIssued) {
      emit(ctx, salesOrderStatusChanged, { ...fact, from: 'estimate', to: 'issued' }, salesOrderRecord(id));
      const { total } = sumsOfSalesLines(lines, orderDiscount?.terms);
      emit(ctx, salesOrderIssued, { ...fact, total }, salesOrderRecord(id));
    }
    await ctx.em.flush();
    await indexOrder(ctx, { id, number, customerPO: order.customerPO, customer });
    touched(ctx, listSalesOrders);
    return salesOrderByID(ctx, id);
  }

  async update(
    ctx: AccountContext,
    orderID: string,
    input: UpdateSalesOrderInput,
    { acceptsEnded }: { acceptsEnded?: boolean | undefined } = {},
  ): Promise<SalesOrderReply> {
    const order = await lockedSalesOrder(ctx, orderID);
    ctx.em.expectVersion(order, input.version);
    const before = await salesOrderByID(ctx, orderID);
    refuseClosedSale(before);
    if (input.promisedAt !== undefined || input.expiredAt !== undefined)
      refuseDates({
        promisedAt: input.promisedAt === undefined ? before.promisedAt : input.promisedAt,
        expiredAt: input.expiredAt === undefined ? before.expiredAt : input.expiredAt,
      });
    const references = await orderReferences(ctx, input, {
      carrierID: order.carrier?.id ?? null,
      carrierOptionID: order.carrierOption?.id ?? null,
      paymentTermID: order.paymentTerm?.id ?? null,
      shippingTermID: order.shippingTerm?.id ?? null,
      priorityID: order.priority?.id ?? null,
      salesRepID: order.salesRep?.id ?? null,
    });
    const addresses = onlyChanged(
      before,
      await chosenAddresses(ctx, { id: before.customer.id, what: 'customer' }, input),
    );
    const isDiscountNew = await changeOrderDiscount(ctx, order, input.orderDiscountID);
    // Until the order is issued, every change reprices the lines, except for typed prices.
    if (input.lines || isDiscountNew || !areSalesOrderPricesFrozen(order)) {
      const present = await salesLinesOf(ctx, order);
      const entries = input.lines ? lineEntriesOf(present, input.lines) : present.map(keptEntry);
      const lines = await replaceSalesLines(ctx, this.#catalogue, order, present, entries);
      if (isDiscountNew) recount(ctx, order, lines);
    }
    ctx.em.assign(order, { ...plainFields(input), ...addresses, ...asReferences(ctx, references) });
    // Without a change of these fields the reservations stay as they are.
    const isWanted =
      input.lines !== undefined ||
      isOther(input.priorityID, before.priority?.id) ||
      isOther(input.promisedAt, before.promisedAt);
    return salesOrderWritten(ctx, before, { promises: this.#promises, isWanted, holdID: input.holdID, acceptsEnded });
  }

  /** Reprices an estimate by today's rules before it is offered. Typed prices stay. */
  async reprice(ctx: AccountContext, orderID: string, version: number | undefined): Promise<SalesOrderReply> {
    const order = await lockedSalesOrder(ctx, orderID);
    ctx.em.expectVersion(order, version);
    const before = await salesOrderByID(ctx, orderID);
    refuseIssued(before, 'priced anew');
    const present = await salesLinesOf(ctx, order);
    await replaceSalesLines(ctx, this.#catalogue, order, present, present.map(keptEntry), { areFrozen: false });
    // Costs and the reasons of prices follow too, of which no field of the history tells.
    audit(ctx, { record: salesOrderRecord(orderID), action: 'repriced' });
    return salesOrderWritten(ctx, before, { promises: this.#promises, isWanted: false });
  }

  /** Offers an estimate to its customer. From now on the portal shows it, and its prices are frozen. */
  async offer(ctx: AccountContext, orderID: string, version: number | undefined): Promise<SalesOrderReply> {
    ctx.em.expectVersion(await lockedSalesOrder(ctx, orderID), version);
    refuseIssued(await salesOrderByID(ctx, orderID), 'offered');
    await markOffered(ctx, [orderID]);
    return salesOrderByID(ctx, orderID);
  }

  async remove(ctx: AccountContext, orderID: string): Promise<undefined> {
    const { allowed, refused } = await salesOrderRemoval.sort(ctx, [orderID]);
    const [only] = refused;
    if (only && !only.status) throw problems.not_found();
    if (only)
      throw salesOrderProblems.order_not_deletable({
        message: `Order ${only.label} cannot be deleted. ${only.reason}`,
      });
    await salesOrderRemoval.apply(ctx, allowed);
    return undefined;
  }
}
