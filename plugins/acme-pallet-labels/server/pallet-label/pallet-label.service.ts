import type { SalesOrderFacts, SalesOrderPort } from '@millwright/commerce/contracts';
import { newID, problems } from '@millwright/core/contracts';
import { type AccountContext, audit, emit, sql, touched } from '@millwright/core/server';
import type { CataloguePort } from '@millwright/inventory/contracts';
import { type PalletPlan, palletLabelsPrepared } from '../../contracts/index.ts';
import { PalletLabel } from './pallet-label.entity.ts';
import { labelOf } from './pallet-label.queries.ts';
import { type Plan, plansOf, settingsOf } from './pallet-plan.ts';

const oneDay = 86_400_000;
/** Labelled together: an account may have any number of issued orders. */
const ordersAtOnce = 500;

/** Labels for the pallets of sales orders. */
export class PalletLabelService {
  readonly #orders: SalesOrderPort;
  readonly #catalogue: CataloguePort;

  constructor(orders: SalesOrderPort, catalogue: CataloguePort) {
    this.#orders = orders;
    this.#catalogue = catalogue;
  }

  /** What the order needs, with the labels there are. */
  async plan(ctx: AccountContext, orderID: string): Promise<PalletPlan> {
    const order = await this.#order(ctx, orderID);
    const [plan] = await plansOf(ctx, this.#catalogue, [order]);
    return { ...(plan as Plan), labels: (await this.labels(ctx, orderID)).map(labelOf) };
  }

  /** The labels of an order, in order. */
  labels(ctx: AccountContext, orderID: string): Promise<PalletLabel[]> {
    return ctx.em.find(PalletLabel, { accountID: ctx.account.id, orderID }, { orderBy: { position: 'asc' } });
  }

  /** Somebody asks for labels: an order of any status gets what it needs now. */
  async prepare(ctx: AccountContext, orderID: string): Promise<PalletPlan> {
    const order = await this.#order(ctx, orderID);
    await this.#label(ctx, [order]);
    return this.plan(ctx, orderID);
  }

  /**
   * The order changed. Issued orders have the labels they need; one that is an estimate again has none; those that are
   * closed keep what went out with them. May be repeated: labels that are right stay, with the time of their printing.
   */
  async follow(ctx: AccountContext, orderID: string): Promise<void> {
    const order = (await this.#orders.find(ctx, [orderID])).get(orderID);
    if (!order) return;
    if (order.status === 'issued') await this.#label(ctx, [order]);
    else if (order.status === 'estimate' || order.status === 'bid_request')
      await this.#replace(ctx, [{ order, count: 0 }]);
  }

  /** Every issued order gets its labels: for an account that begins with the plugin. */
  async followAll(ctx: AccountContext): Promise<void> {
    const ids = (await this.#orders.listIDs(ctx, 'issued')).toSorted();
    for (let from = 0; from < ids.length; from += ordersAtOnce)
      await this.#label(ctx, [...(await this.#orders.find(ctx, ids.slice(from, from + ordersAtOnce))).values()]);
  }

  /** Notes labels as printed or not; ids that name nothing are passed over. */
  async mark(ctx: AccountContext, ids: readonly string[], isPrinted: boolean): Promise<{ done: number }> {
    const labels = await ctx.em.find(PalletLabel, { accountID: ctx.account.id, id: { $in: [...ids] } });
    for (const label of labels) ctx.em.assign(label, { printedAt: isPrinted ? ctx.clock.now() : null });
    await ctx.em.flush();
    touched(ctx, 'pallet-labels');
    return { done: labels.length };
  }

  /** Forgets the labels of orders whose last one was printed long ago. */
  async forgetOld(ctx: AccountContext): Promise<void> {
    const { keptDays } = await settingsOf(ctx);
    const before = new Date(ctx.clock.now().getTime() - keptDays * oneDay);
    await sql`delete from acme_pallet_labels.pallet_label where account_id = ${ctx.account.id} and order_id in (
      select order_id from acme_pallet_labels.pallet_label where account_id = ${ctx.account.id}
      group by order_id having bool_and(coalesce(printed_at < ${before}, false)))`.execute(ctx.em.query());
    touched(ctx, 'pallet-labels');
  }

  async #order(ctx: AccountContext, orderID: string): Promise<SalesOrderFacts> {
    const order = (await this.#orders.find(ctx, [orderID])).get(orderID);
    if (!order) throw problems.not_found();
    return order;
  }

  /** Gives orders the labels they need. */
  async #label(ctx: AccountContext, orders: readonly SalesOrderFacts[]): Promise<void> {
    const plans = await plansOf(ctx, this.#catalogue, orders);
    await this.#replace(
      ctx,
      orders.map((order, index) => ({ order, count: plans[index]?.pallets ?? 0 })),
    );
  }

  async #replace(ctx: AccountContext, wanted: readonly { order: SalesOrderFacts; count: number }[]): Promise<void> {
    // Two events of one order may be handled at once; the second waits and finds the labels there. Locked by id, so that two who
    // label several orders cannot wait for each other.
    const orderIDs = wanted.map(({ order }) => order.id).toSorted();
    await sql`select pg_advisory_xact_lock(hashtextextended('pallet-labels ' || ${ctx.account.id} || ' ' || order_id, 0))
      from unnest(${orderIDs}::text[]) order_id`.execute(ctx.em.query());
    const labels = await ctx.em.find(PalletLabel, { accountID: ctx.account.id, orderID: { $in: orderIDs } });
    const existing = Map.groupBy(labels, ({ orderID }) => orderID);
    const changed = wanted
      .map(({ order, count }) => ({ order, count, old: existing.get(order.id) ?? [] }))
      .filter(({ count, old }) => old.length !== count);
    if (!changed.length) return;
    for (const label of changed.flatMap(({ old }) => old)) ctx.em.remove(label);
    await ctx.em.flush();
    for (const { order, count, old } of changed) {
      for (let position = 1; position <= count; position += 1)
        ctx.em.create(PalletLabel, {
          id: newID('plb'),
          orderID: order.id,
          orderNumber: order.number,
          customerName: order.customerName,
          shipTo: order.shipTo,
          position,
          count,
          printedAt: null,
        });
      const record = { type: 'sales_order', id: order.id };
      audit(ctx, {
        record,
        action: count ? 'pallet_labels_set' : 'pallet_labels_removed',
        changes: [{ field: 'pallets', from: old.length, to: count }],
      });
      emit(ctx, palletLabelsPrepared, { orderID: order.id, number: order.number, count }, record);
    }
    await ctx.em.flush();
    touched(ctx, 'pallet-labels');
  }
}
