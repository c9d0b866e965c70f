import type { SalesOrderFacts, SalesOrderPort } from '@millwright/commerce/contracts';
import { newID, problems } from '@millwright/core/contracts';
import { type AccountContext, accountSettings, audit, changesOf, touched } from '@millwright/core/server';
import {
  listSampleRecords,
  type SampleRecord as SampleRecordReply,
  samplePluginSettings,
} from '../../contracts/index.ts';
import { SampleRecord } from './sample-record.entity.ts';
import { sampleRecordOf } from './sample-record.queries.ts';

/** What the account wants to know of its sales orders. */
export class SampleRecordService {
  readonly #orders: SalesOrderPort;

  constructor(orders: SalesOrderPort) {
    this.#orders = orders;
  }

  /** 404 for an order that is not there, which no record could be about. */
  async read(ctx: AccountContext, orderID: string): Promise<{ sampleRecord: SampleRecordReply | null }> {
    await this.#order(ctx, orderID);
    return { sampleRecord: await sampleRecordOf(ctx, orderID) };
  }

  async set(
    ctx: AccountContext,
    orderID: string,
    { text, version }: { text: string; version?: number | undefined },
  ): Promise<SampleRecordReply> {
    const order = await this.#order(ctx, orderID);
    const known = await ctx.em.findOne(SampleRecord, { accountID: ctx.account.id, orderID });
    if (known) ctx.em.expectVersion(known, version);
    const changes = changesOf({ text: known?.text ?? null }, { text }, ['text']);
    if (known) ctx.em.assign(known, { text });
    else this.#create(ctx, order, text);
    if (changes.length)
      audit(ctx, { record: { type: 'sales_order', id: orderID }, action: 'sample_record_set', changes });
    await ctx.em.flush();
    touched(ctx, listSampleRecords);
    const written = await sampleRecordOf(ctx, orderID);
    if (!written) throw problems.not_found();
    return written;
  }

  /** The order was issued. May be repeated: what is there stays. */
  async begin(ctx: AccountContext, orderID: string): Promise<void> {
    const order = (await this.#orders.find(ctx, [orderID])).get(orderID);
    if (!order || (await sampleRecordOf(ctx, orderID))) return;
    const { startingText } = await accountSettings(ctx, 'sample-plugin', samplePluginSettings);
    this.#create(ctx, order, startingText);
    await ctx.em.flush();
    touched(ctx, listSampleRecords);
  }

  /** Every issued order gets its record: for an account that begins with the plugin. */
  async beginAll(ctx: AccountContext): Promise<void> {
    for (const orderID of await this.#orders.listIDs(ctx, 'issued')) await this.begin(ctx, orderID);
  }

  #create(ctx: AccountContext, { id, number, customerName }: SalesOrderFacts, text: string): void {
    ctx.em.create(SampleRecord, { id: newID('smp'), orderID: id, orderNumber: number, customerName, text });
  }

  async #order(ctx: AccountContext, orderID: string): Promise<SalesOrderFacts> {
    const order = (await this.#orders.find(ctx, [orderID])).get(orderID);
    if (!order) throw problems.not_found();
    return order;
  }
}
