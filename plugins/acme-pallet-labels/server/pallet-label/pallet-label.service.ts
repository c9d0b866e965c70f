import type { SalesOrderFacts, SalesOrderPort } from '@millwright/commerce/contracts';
import { salesOrderStates } from '@millwright/commerce/contracts';
import { newID, problems } from '@millwright/core/contracts';
import { type AccountContext, audit, emit, sql, touched } from '@millwright/core/server';
import type { CataloguePort } from '@millwright/inventory/contracts';
import { listPalletLabels, mostLabels, type PalletPlan, palletLabelsPrepared } from '../../contracts/index.ts';
import { PalletLabel } from './pallet-label.entity.ts';
import { labelOf } from './pallet-label.queries.ts';
import { type Plan, palletSettingsOf, plansOf } from './pallet-plan.ts';

const oneDay = 86_400_000;
/** Labelled together: an account may have any number of issued orders. */
const ordersAtOnce = 500;
/** Labels written by one statement. */
const labelsAtOnce = 500;

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
   * The order changed. Issued orders have the labels they need; one that is an estimate again has none; those that are
   * closed keep what went out with them. May be repeated: labels that are right stay, with the time of their printing.
   */
  async follow(ctx: AccountContext, orderID: string): Promise<void> {
    const order = (await this.#orders.find(ctx, [orderID])).get(orderID);
    if (!order) return;
    if (salesOrderStates.is.open(order.status)) await this.#label(ctx, [order]);
    else if (salesOrderStates.is.quoted(order.status)) await this.#replace(ctx, [{ order, count: 0 }]);
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
    touched(ctx, listPalletLabels);
    return { done: labels.length };
  }

  /** Forgets the labels of orders whose last one was printed long ago. */
  async forgetOld(ctx: AccountContext): Promise<void> {
    const { keptDays } = await palletSettingsOf(ctx);
    const before = new Date(ctx.clock.now().getTime() - keptDays * oneDay);
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

  /** Gives orders the labels they need. */
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
    // Two events of one order may be handled at once; the second waits and finds the labels there. Locked by id, so
    // that two who label several orders cannot wait for each other.
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
   * Some labels of an order. Rows, not entities: those of many orders would fill the memory until the transaction ends.
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
