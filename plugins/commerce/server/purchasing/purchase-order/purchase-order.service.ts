import { newID, problems } from '@millwright/core/contracts';
import {
  type AccountContext,
  audit,
  billToAddressOf,
  checkedReferences,
  claimNumber,
  emit,
  indexRecord,
  nextNumber,
  sql,
  touched,
} from '@millwright/core/server';
import type { CataloguePort } from '@millwright/inventory/contracts';
import {
  type CreatePurchaseOrderInput,
  listPurchaseOrders,
  type PurchaseOrder as PurchaseOrderReply,
  purchaseOrderCreated,
  purchaseOrderProblems,
  purchaseOrderReferences,
  purchaseOrderStates,
  purchaseOrderStatusChanged,
  type UpdatePurchaseOrderInput,
} from '../../../contracts/index.ts';
import { chosenAddresses, onlyChanged } from '../../document/addresses/chosen-addresses.ts';
import { lineEntriesOf } from '../../document/lines/line-entries.ts';
import { numberKey } from '../../document/record/number-key.ts';
import { referenceTables } from '../../parties/reference-tables.ts';
import { insertPurchaseOrders } from './entry/insert-purchase-order.ts';
import { orderSupplier } from './entry/order-supplier.ts';
import { createPurchaseLines, purchaseLinesOf, replacePurchaseLines } from './lines/purchase-order-write-lines.ts';
import { purchaseOrderDocument } from './list/purchase-order-search.ts';
import { PurchaseOrder } from './purchase-order.entity.ts';
import { purchaseOrderByID } from './purchase-order.queries.ts';
import { purchaseOrderRecord, purchaseOrderWritten } from './record/purchase-order-history.ts';
import type { OrderSupply } from './status/order-supply.ts';
import { purchaseOrderRemoval } from './status/purchase-order-removal.ts';

/** The order, locked until the transaction ends; 404 for a deleted one. */
export async function lockedPurchaseOrder(ctx: AccountContext, orderID: string): Promise<PurchaseOrder> {
  const order = (await ctx.em.getForUpdate(PurchaseOrder, orderID)) as PurchaseOrder;
  if (order.deletedAt) throw problems.not_found();
  return order;
}

/** @throws Problem 409 `purchase_order_not_editable` with the reason */
export function refuseClosedPurchase(order: PurchaseOrderReply): void {
  if (order.isEditable) return;
  throw purchaseOrderProblems.purchase_order_not_editable({
    message: `Order ${order.number} cannot be changed: it is ${order.status.name.toLowerCase()}`,
  });
}

const referencesOf = (ctx: AccountContext, input: CreatePurchaseOrderInput | UpdatePurchaseOrderInput) =>
  checkedReferences(ctx, purchaseOrderReferences, referenceTables, input);

/** Fields of the request that are stored unchanged. */
const plainFields = (input: CreatePurchaseOrderInput | UpdatePurchaseOrderInput) => ({
  note: input.note === '' ? null : input.note,
  supplierNote: input.supplierNote === '' ? null : input.supplierNote,
  contacts: input.contacts && [...new Set(input.contacts)],
  scheduledAt: input.scheduledAt,
});

const isTaken = async (ctx: AccountContext, number: string): Promise<boolean> => {
  // Deleted orders keep their numbers.
  const { rows } = await sql`select from commerce.purchase_order
    where account_id = ${ctx.account.id} and number = ${number}`.execute(ctx.em.query());
  return rows.length > 0;
};

/** Purchase orders together with their lines. */
export class PurchaseOrderService {
  readonly #catalogue: CataloguePort;
  readonly #supply: OrderSupply;

  constructor(catalogue: CataloguePort, supply: OrderSupply) {
    this.#catalogue = catalogue;
    this.#supply = supply;
  }

  async create(ctx: AccountContext, input: CreatePurchaseOrderInput): Promise<PurchaseOrderReply> {
    const supplier = await orderSupplier(ctx, input.supplierID);
    await referencesOf(ctx, input);
    const addresses = await chosenAddresses(ctx, { id: ctx.account.id, what: 'account' }, input);
    const accountAddress = await billToAddressOf(ctx);
    const entries = input.lines.map((line, index) => ({ ...line, path: `lines.${index}` }));
    const lines = await createPurchaseLines(ctx, this.#catalogue, supplier, entries);
    const fields = plainFields(input);
    const id = newID('po');
    const enteredAt = ctx.clock.now();
    const isIssued = purchaseOrderStates.is.open(input.status);
    const given = input.number;
    // Other transactions that need an order number wait from here until this one ends.
    const number = given
      ? await claimNumber(ctx, 'purchase_order', given, () => isTaken(ctx, given))
      : await nextNumber(ctx, 'purchase_order');
    const order = {
      id,
      number,
      numberKey: numberKey(number),
      status: input.status,
      supplierID: supplier.id,
      supplierName: supplier.name,
      billTo: addresses.billTo === undefined ? accountAddress : addresses.billTo,
      shipTo: addresses.shipTo === undefined ? accountAddress : addresses.shipTo,
      paymentTermID: input.paymentTermID === undefined ? supplier.paymentTermID : input.paymentTermID,
      priorityID: input.priorityID ?? null,
      note: fields.note ?? null,
      supplierNote: fields.supplierNote ?? null,
      contacts: fields.contacts ?? [],
      scheduledAt: fields.scheduledAt ?? null,
      enteredAt,
      issuedAt: isIssued ? enteredAt : null,
    };
    await insertPurchaseOrders(ctx, [{ order, lines }]);
    const record = purchaseOrderRecord(id);
    audit(ctx, { record, action: 'created', note: purchaseOrderStates.names[input.status] });
    const fact = { orderID: id, number, supplierID: supplier.id };
    // An order that is issued at once emits the same events as one that is entered first and issued later.
    emit(ctx, purchaseOrderCreated, { ...fact, status: isIssued ? 'estimate' : input.status }, record);
    if (isIssued) {
      emit(ctx, purchaseOrderStatusChanged, { ...fact, from: 'estimate', to: 'issued' }, record);
      await this.#supply.updateSupply(ctx, [id]);
    }
    await ctx.em.flush();
    await indexRecord(ctx, purchaseOrderDocument({ id, number, supplier }));
    touched(ctx, listPurchaseOrders);
    return purchaseOrderByID(ctx, id);
  }

  async update(ctx: AccountContext, orderID: string, input: UpdatePurchaseOrderInput): Promise<PurchaseOrderReply> {
    const order = await lockedPurchaseOrder(ctx, orderID);
    ctx.em.expectVersion(order, input.version);
    const before = await purchaseOrderByID(ctx, orderID);
    refuseClosedPurchase(before);
    const references = await referencesOf(ctx, input);
    const party = { id: ctx.account.id, what: 'account' };
    const addresses = onlyChanged(before, await chosenAddresses(ctx, party, input));
    if (input.lines) {
      const present = await purchaseLinesOf(ctx, order);
      await replacePurchaseLines(ctx, this.#catalogue, order, present, lineEntriesOf(present, input.lines));
    }
    ctx.em.assign(order, {
      ...plainFields(input),
      ...addresses,
      ...references,
    });
    const isMoved = input.scheduledAt !== undefined && input.scheduledAt !== before.scheduledAt;
    const isExpected = input.lines !== undefined || isMoved;
    return purchaseOrderWritten(ctx, before, { supply: this.#supply, isExpected });
  }

  async remove(ctx: AccountContext, orderID: string): Promise<undefined> {
    const { allowed, refused } = await purchaseOrderRemoval.sort(ctx, [orderID]);
    const [only] = refused;
    if (only && !only.status) throw problems.not_found();
    if (only)
      throw purchaseOrderProblems.purchase_order_not_deletable({
        message: `Order ${only.label} cannot be deleted. ${only.reason}`,
      });
    await purchaseOrderRemoval.apply(ctx, allowed);
    return undefined;
  }
}
