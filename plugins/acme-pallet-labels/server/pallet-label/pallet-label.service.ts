import type { SalesOrderFacts, SalesOrderPort } from '@millwright/commerce/contracts';
import { salesOrderStates } from '@millwright/commerce/contracts';
import { daysLater, newID, problems } from '@millwright/core/contracts';
import { type AccountContext, audit, emit, sql, touched } from '@millwright/core/server';
import type { CataloguePort } from '@millwright/inventory/contracts';
import { listPalletLabels, mostLabels, type PalletPlan, palletLabelsPrepared } from '../../contracts/index.ts';
import { PalletLabel } from './pallet-label.entity.ts';
import { palletLabels } from './pallet-label.queries.ts';
import { type Plan, palletSettingsOf, plansOf } from './pallet-plan.ts';

/** Orders per batch, because an account may have any number of issued orders. */
const ordersAtOnce = 500;
/** Labels per insert statement. */
const labelsAtOnce = 500;

/** Labels for the pallets of sales orders. */
export class PalletLabelService {
  readonly #orders: SalesOrderPort;
  readonly #catalogue: CataloguePort;

  constructor(orders: SalesOrderPort, catalogue: CataloguePort) {
    this.#orders = orders;
    this.#catalogue = catalogue;
  }

  /** The order's plan and its present labels. */
  async plan(ctx: AccountContext, orderID: string): Promise<PalletPlan> {
    const order = await this.#order(ctx, orderID);
    const [plan] = await plansOf(ctx, this.#catalogue, [order]);
    const { items } = await palletLabels.find(ctx, { orderID, take: mostLabels, skip: 0, sortOrder: 'asc' });
    return { ...(plan as Plan), labels: items.toSorted((one, other) => one.position - other.position) };
  }

  /** The labels of an order, by position. */
  labels(ctx: AccountContext, orderID: string): Promise<PalletLabel[]> {
    return ctx.em.find(PalletLabel, { accountID: ctx.account.id, orderID }, { orderBy: { position: 'asc' } });
  }

  /** Creates labels on request, for an order in any status. */
  async prepare(ctx: AccountContext, orderID: string): Promise<PalletPlan> {
    const order = await this.#order(ctx, orderID);
    const [plan] = await plansOf(ctx, this.#catalogue, [order]);
    if (plan && plan.pallets > mostLabels)
      throw problems.conflict({
        message:
          `Order ${order.number} needs ${plan.pallets.toLocaleString('en-US')} pallets, ` +
          `and ${mostLabels.toLocaleString('en-US')} labels are the most; check its quantities`,
      });
    await this.#label(ctx, [order]);
    return this.plan(ctx, orderID);
  }

  /**
   * Updates the labels after a change of the order: an issued order gets the labels it needs, an estimate has none, a
   * closed order keeps those that were used. Can be repeated: correct labels stay, with their time of printing.
   */
  async updateLabels(ctx: AccountContext, orderID: string): Promise<void> {
    const order = (await this.#orders.find(ctx, [orderID])).get(orderID);
    if (!order) return;
    if (salesOrderStates.is.open(order.status)) await this.#label(ctx, [order]);
    else if (salesOrderStates.is.quoted(order.status)) await this.#replace(ctx, [{ order, count: 0 }]);
  }

  /** Labels all issued orders; for an account that begins to use the plugin. */
  async labelAllOrders(ctx: AccountContext): Promise<void> {
    const ids = (await this.#orders.listIDs(ctx, 'issued')).toSorted();
    for (let from = 0; from < ids.length; from += ordersAtOnce)
      await this.#label(ctx, [...(await this.#orders.find(ctx, ids.slice(from, from + ordersAtOnce))).values()]);
  }

  /** Marks labels as printed or not; unknown ids are ignored. */
  async mark(ctx: AccountContext, ids: readonly string[], isPrinted: boolean): Promise<{ done: number }> {
    const labels = await ctx.em.find(PalletLabel, { accountID: ctx.account.id, id: { $in: [...ids] } });
    for (const label of labels) ctx.em.assign(label, { printedAt: isPrinted ? ctx.clock.now() : null });
    await ctx.em.flush();
    touched(ctx, listPalletLabels);
    return { done: labels.length };
  }

  /** Deletes the labels of orders whose last label was printed long ago. */
  async forgetOld(ctx: AccountContext): Promise<void> {
    const { keptDays } = await palletSettingsOf(ctx);
    const before = daysLater(ctx.clock.now(), -keptDays);
    await sql`delete from acme_pallet_labels.pallet_label where account_id = ${ctx.account.id} and order_id in (
      select order_id from acme_pallet_labels.pallet_label where account_id = ${ctx.account.id}
      group by order_id having bool_and(coalesce(printed_at < ${before}, false)))`.execute(ctx.em.query());
    touched(ctx, listPalletLabels);
  }

  async #order(ctx: AccountContext, orderID: string): Promise<SalesOrderFacts> {
    const order = (await this.#orders.find(ctx, [orderID])).get(orderID);
    if (!order) throw problems.not_found();
    return order;
  }

  /** Creates the labels that orders need. */
  async #label(ctx: AccountContext, orders: readonly SalesOrderFacts[]): Promise<void> {
    const plans = await plansOf(ctx, this.#catalogue, orders);
    await this.#replace(
      ctx,
      orders.map((order, index) => {
        const pallets = plans[index]?.pallets ?? 0;
        return { order, count: pallets > mostLabels ? 0 : pallets };
      }),
    );
  }

  async #replace(ctx: AccountContext, wanted: readonly { order: SalesOrderFacts; count: number }[]): Promise<void> {
    // Two events of one order may be handled concurrently; the second waits and finds the labels. Locked in the order
    // of ids, so that two transactions with several orders cannot deadlock.
    const orderIDs = wanted.map(({ order }) => order.id).toSorted();
    await sql`select pg_advisory_xact_lock(
        hashtextextended('pallet-labels ' || ${ctx.account.id} || ' ' || order_id, 0))
      from unnest(${orderIDs}::text[]) order_id`.execute(ctx.em.query());
    const { rows } = await sql<{ orderID: string; count: number }>`select order_id as "orderID", count(*)::int as count
      from acme_pallet_labels.pallet_label where account_id = ${ctx.account.id} and order_id = any(${orderIDs}::text[])
      group by order_id`.execute(ctx.em.query());
    const existing = new Map(rows.map(({ orderID, count }) => [orderID, count]));
    const changed = wanted
      .map(({ order, count }) => ({ order, count, old: existing.get(order.id) ?? 0 }))
      .filter(({ count, old }) => old !== count);
    if (!changed.length) return;
    await sql`delete from acme_pallet_labels.pallet_label where account_id = ${ctx.account.id}
      and order_id = any(${changed.map(({ order }) => order.id)}::text[])`.execute(ctx.em.query());
    for (const { order, count, old } of changed) {
      for (let from = 1; from <= count; from += labelsAtOnce)
        await this.#insert(ctx, order, { from, through: Math.min(count, from + labelsAtOnce - 1), count });
      const record = { type: 'sales_order', id: order.id };
      audit(ctx, {
        record,
        action: count ? 'pallet_labels_set' : 'pallet_labels_removed',
        changes: [{ field: 'pallets', from: old, to: count }],
      });
      emit(ctx, palletLabelsPrepared, { orderID: order.id, number: order.number, count }, record);
    }
    await ctx.em.flush();
    touched(ctx, listPalletLabels);
  }

  /**
   * Inserts labels of an order as rows, because entities of many orders would stay in memory until the transaction
   * ends.
   */
  async #insert(
    ctx: AccountContext,
    order: SalesOrderFacts,
    { from, through, count }: { from: number; through: number; count: number },
  ): Promise<void> {
    const ids = Array.from({ length: through - from + 1 }, () => newID('plb'));
    const shipTo = order.shipTo === null ? null : JSON.stringify(order.shipTo);
    await sql`insert into acme_pallet_labels.pallet_label (account_id, id, created_at,
        updated_at, order_id, order_number, customer_name, ship_to, position, count)
      select ${ctx.account.id}, label.id, now(), now(), ${order.id}, ${order.number}, ${order.customerName},
        ${shipTo}::jsonb, ${from}::int - 1 + label.place::int, ${count}::int
      from unnest(${ids}::text[]) with ordinality as label(id, place)`.execute(ctx.em.query());
  }
}
