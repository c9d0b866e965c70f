import { createApiKey, decimal, newID } from '@millwright/core/contracts';
import { type AccountContext, createParty, sql } from '@millwright/core/server';
import { kernelOf, type OwnKernel, type TestKernel, type TestPerson, violationsOf } from '@millwright/core/testing';
import { type DocumentDemand, type ProductType, StockPort } from '../../../contracts/index.ts';
import { StorageLocation } from '../../locations/storage-location/storage-location.entity.ts';
import inventory from '../../plugin.ts';
import { countStock } from '../../stock/count/judge-counts.ts';
import { applyStock } from '../../stock/ledger/operation/stock-ledger.ts';

/** A kernel with items, a place and documents, for tests of the promise ledger. Amounts are in base units. */
export class PromiseBench {
  readonly kernel: TestKernel;
  readonly locationID: string;
  readonly port: StockPort;
  #key: Promise<{ id: string; secret: string }> | undefined;

  private constructor(kernel: TestKernel, locationID: string) {
    this.kernel = kernel;
    this.locationID = locationID;
    this.port = kernel.services.get(StockPort);
  }

  static async open(own?: OwnKernel): Promise<PromiseBench> {
    const kernel = await kernelOf([inventory], own);
    const locationID = await kernel.a.run(async (ctx) => {
      const place = ctx.em.create(StorageLocation, { id: newID('loc'), name: 'Test floor', type: 'warehouse' });
      await ctx.em.flush();
      return place.id;
    });
    return new PromiseBench(kernel, locationID);
  }

  run<T>(work: (ctx: AccountContext) => Promise<T>): Promise<T> {
    return this.kernel.a.run(work);
  }

  /** As a person's request would run it. */
  asPerson<T>({ userID, email }: TestPerson, work: (ctx: AccountContext) => Promise<T>): Promise<T> {
    return this.run((ctx) => work({ ...ctx, actor: { type: 'user', id: userID, name: email } }));
  }

  /** The key of a program that may hold stock, one a kernel: it does not run out as sessions do. */
  apiKey(): Promise<{ id: string; secret: string }> {
    this.#key ??= this.kernel.a
      .as('admin')
      .then((admin) => admin.call(createApiKey, { body: { name: 'Orders', scopes: ['products:read'] } }));
    return this.#key;
  }

  /** A customer with portal people. */
  async customer(name: string): Promise<string> {
    const { id } = await this.run((ctx) => createParty(ctx, { id: newID('cus'), kind: 'customer', name }));
    return id;
  }

  /** A product of type sale unless it says otherwise, of the group `Count`: measured in each unless it says `dozen`. */
  async product(
    sku: string,
    onHand = 0,
    { productType = 'sale', unit = 'each' }: { productType?: ProductType; unit?: string } = {},
  ): Promise<string> {
    const id = newID('itm');
    await this.run(async (ctx) => {
      // Without the catalogue's services: what promises need of an item is its row.
      await sql`insert into inventory.item (account_id, id, created_at, updated_at, version, type, sku, product_type,
          default_conversion_id)
        select ${ctx.account.id}, ${id}, now(), now(), 1, 'product', ${sku}, ${productType}, conversion.id
        from inventory.unit_conversion conversion
        join inventory.unit unit on unit.account_id = conversion.account_id and unit.id = conversion.unit_id
        join inventory.unit_group unit_group on unit_group.account_id = conversion.account_id
          and unit_group.id = conversion.unit_group_id and unit_group.name = 'Count'
        where conversion.account_id = ${ctx.account.id} and unit.name = ${unit}`.execute(ctx.em.query());
    });
    if (onHand) await this.receive(id, onHand);
    return id;
  }

  /** Stock that comes, or leaves below 0. */
  receive(itemID: string, quantity: number): Promise<unknown> {
    return this.run((ctx) =>
      applyStock(ctx, {
        action: quantity > 0 ? 'receive' : 'consume',
        changes: [{ itemID, quantity: decimal(quantity), locationID: this.locationID }],
      }),
    );
  }

  count(itemID: string, quantity: number): Promise<unknown> {
    return this.run((ctx) => countStock(ctx, { itemID, quantity: decimal(quantity), locationID: this.locationID }));
  }

  /** What is promised to each document: `{ SO1: '3/5' }` is 3 of 5. */
  async promises(...numbers: string[]): Promise<Record<string, string>> {
    return this.run(async (ctx) => {
      const { rows } = await sql<{ number: string; text: string }>`select source_number as number,
          string_agg(trim_scale(reserved) || '/' || trim_scale(quantity), ' ' order by line_id) as text
        from inventory.demand where account_id = ${ctx.account.id} and source_number = any(${numbers}::text[])
        group by source_number order by source_number`.execute(ctx.em.query());
      return Object.fromEntries(rows.map(({ number, text }) => [number, text]));
    });
  }

  /** `onHand held reserved demanded` as stored. */
  async position(itemID: string): Promise<string> {
    return this.run(async (ctx) => {
      const { rows } = await sql<{ text: string }>`select concat_ws(' ', trim_scale(on_hand), trim_scale(held),
          trim_scale(reserved), trim_scale(demanded)) as text
        from inventory.item_position
        where account_id = ${ctx.account.id} and owner_id = ${ctx.account.id} and item_id = ${itemID}`.execute(
        ctx.em.query(),
      );
      return rows[0]?.text ?? 'none';
    });
  }

  /** What is left of cost layers, the oldest first: '4 @ 2.5 in 000077'. */
  async layers(itemID: string): Promise<string[]> {
    return this.run(async (ctx) => {
      const { rows } = await sql<{
        text: string;
      }>`select trim_scale(layer.remaining) || ' @ ' || trim_scale(round(layer.value / layer.quantity, 6))
          || coalesce(' in ' || lot.lot_number, '') as text
        from inventory.cost_layer layer
        left join inventory.lot lot on lot.account_id = layer.account_id and lot.id = layer.lot_id
        where layer.account_id = ${ctx.account.id} and layer.item_id = ${itemID} and layer.is_left
        order by layer.received_at, layer.id`.execute(ctx.em.query());
      return rows.map(({ text }) => text);
    });
  }

  async unitID(name: string): Promise<string> {
    return this.run(async (ctx) => {
      const { rows } = await sql<{ id: string }>`select id from inventory.unit
        where account_id = ${ctx.account.id} and name = ${name}`.execute(ctx.em.query());
      return rows[0]?.id ?? '';
    });
  }

  /** Violations of the laws of the plugin, those of `millwright doctor`; none is right. */
  violations(): Promise<string[]> {
    return violationsOf(this.kernel.a, inventory);
  }
}

/** A document that wants these items, one line each: `lin_<number>_<index>`. */
export const demandDocument = (
  number: string,
  lines: readonly (readonly [itemID: string, quantity: number])[],
  turn: Partial<Pick<DocumentDemand, 'priorityRank' | 'promisedOn' | 'issuedAt'>> = {},
): DocumentDemand => ({
  source: { type: 'sales_order', id: `so_${number}`, number },
  customerID: null,
  priorityRank: 0,
  promisedOn: null,
  issuedAt: new Date('2026-01-01T00:00:00Z'),
  ...turn,
  lines: lines.map(([itemID, quantity], index) => ({
    lineID: `lin_${number}_${index}`,
    itemID,
    quantity: String(quantity),
    path: `lines.${index}.quantity`,
  })),
});
