import type { SalesOrderFacts, SalesOrderPort } from '@millwright/commerce/contracts';
import { newID, problems } from '@millwright/core/contracts';
import { type AccountContext, accountSettings, audit, changesOf, touched } from '@millwright/core/server';
import {
  listSampleRecords,
  type SampleRecord as SampleRecordReply,
  sampleRecordSettings,
} from '../../contracts/index.ts';
import { SampleRecord } from './sample-record.entity.ts';
import { sampleRecords } from './sample-record.queries.ts';

/** Sample records of sales orders. */
export class SampleRecordService {
  readonly #orders: SalesOrderPort;

  constructor(orders: SalesOrderPort) {
    this.#orders = orders;
  }

  /** 404 for an unknown order, because every record belongs to an order. */
  async read(ctx: AccountContext, orderID: string): Promise<{ sampleRecord: SampleRecordReply | null }> {
    await this.#order(ctx, orderID);
    const stored = await this.#stored(ctx, orderID);
    return { sampleRecord: stored && (await sampleRecords.byID(ctx, stored.id)) };
  }

  async set(
    ctx: AccountContext,
    orderID: string,
    { text, version }: { text: string; version?: number | undefined },
  ): Promise<SampleRecordReply> {
    const order = await this.#order(ctx, orderID);
    const stored = await this.#stored(ctx, orderID);
    if (stored) ctx.em.expectVersion(stored, version);
    const changes = changesOf({ text: stored?.text ?? null }, { text }, ['text']);
    const record = stored ? ctx.em.assign(stored, { text }) : this.#create(ctx, order, text);
    if (changes.length)
      audit(ctx, { record: { type: 'sales_order', id: orderID }, action: 'sample_record_set', changes });
    await ctx.em.flush();
    touched(ctx, listSampleRecords);
    return sampleRecords.byID(ctx, record.id);
  }

  /** Called when the order was issued. Can be repeated: an existing record stays. */
  async begin(ctx: AccountContext, orderID: string): Promise<void> {
    const order = (await this.#orders.find(ctx, [orderID])).get(orderID);
    if (!order || (await this.#stored(ctx, orderID))) return;
    const { startingText } = await accountSettings(ctx, 'sample-plugin', sampleRecordSettings);
    this.#create(ctx, order, startingText);
    await ctx.em.flush();
    touched(ctx, listSampleRecords);
  }

  /** Creates records for all issued orders; for an account that begins to use the plugin. */
  async beginAll(ctx: AccountContext): Promise<void> {
    for (const orderID of await this.#orders.listIDs(ctx, 'issued')) await this.begin(ctx, orderID);
  }

  #stored(ctx: AccountContext, orderID: string): Promise<SampleRecord | null> {
    return ctx.em.findOne(SampleRecord, { accountID: ctx.account.id, orderID });
  }

  #create(ctx: AccountContext, { id, number, customerName }: SalesOrderFacts, text: string): SampleRecord {
    return ctx.em.create(SampleRecord, { id: newID('smp'), orderID: id, orderNumber: number, customerName, text });
  }

  async #order(ctx: AccountContext, orderID: string): Promise<SalesOrderFacts> {
    const order = (await this.#orders.find(ctx, [orderID])).get(orderID);
    if (!order) throw problems.not_found();
    return order;
  }
}
