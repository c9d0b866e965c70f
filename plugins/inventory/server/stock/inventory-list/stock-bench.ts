import { decimal, newID } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import type { TestAccount } from '@millwright/core/testing';
import type { ItemType } from '../../../contracts/index.ts';
import { locationsByPath } from '../../locations/storage-location/places/location-paths.ts';
import { applyStock } from '../ledger/operation/stock-ledger.ts';
import type { StockChange } from '../ledger/operation/stock-operation.ts';

/** Creates items and stock of an account for tests of the lists. Amounts are in base units. */
export class StockBench {
  readonly account: TestAccount;

  constructor(account: TestAccount) {
    this.account = account;
  }

  /** An item of the group `Count`; its order point is in the given unit. */
  async item(
    sku: string,
    parts: { type?: ItemType; unit?: string; unitCost?: string; orderPoint?: number; orderPointUnit?: string } = {},
  ): Promise<string> {
    const { type = 'product', unit = 'each', unitCost = '0', orderPoint = null, orderPointUnit = 'each' } = parts;
    const id = newID('itm');
    await this.account.run(async (ctx) => {
      await sql`insert into inventory.item (account_id, id, created_at, updated_at, version, type, sku, description,
          product_type, unit_cost, default_conversion_id, order_point, order_point_unit_id, base_order_point)
        select ${ctx.account.id}, ${id}, now(), now(), 1, ${type}, ${sku}, ${`Description of ${sku}`},
          ${type === 'product' ? 'sale' : null}, ${unitCost}::numeric, own.id, ${orderPoint}::numeric,
          case when ${orderPoint}::numeric is null then null else ordered.unit_id end,
          ${orderPoint}::numeric * ordered.numerator / ordered.denominator
        from inventory.unit_group unit_group
        join inventory.unit_conversion own
          on own.account_id = unit_group.account_id and own.unit_group_id = unit_group.id
        join inventory.unit own_unit
          on own_unit.account_id = own.account_id and own_unit.id = own.unit_id and own_unit.name = ${unit}
        join inventory.unit_conversion ordered
          on ordered.account_id = unit_group.account_id and ordered.unit_group_id = unit_group.id
        join inventory.unit ordered_unit on ordered_unit.account_id = ordered.account_id
          and ordered_unit.id = ordered.unit_id and ordered_unit.name = ${orderPointUnit}
        where unit_group.account_id = ${ctx.account.id} and unit_group.name = 'Count'`.execute(ctx.em.query());
    });
    return id;
  }

  /** The place of a path, created if it is missing. */
  async place(path: string): Promise<string> {
    const found = await this.account.run((ctx) => locationsByPath(ctx, [path], { create: { types: ['room', 'bin'] } }));
    return found.get(path) as string;
  }

  receive(changes: readonly (Omit<StockChange, 'quantity' | 'unitCost'> & { quantity: number; unitCost?: number })[]) {
    return this.#apply('receive', changes);
  }

  consume(changes: readonly (Omit<StockChange, 'quantity' | 'unitCost'> & { quantity: number })[]) {
    return this.#apply(
      'consume',
      changes.map((change) => ({ ...change, quantity: -change.quantity })),
    );
  }

  #apply(
    action: 'receive' | 'consume',
    changes: readonly (Omit<StockChange, 'quantity' | 'unitCost'> & { quantity: number; unitCost?: number })[],
  ) {
    return this.account.run((ctx: AccountContext) =>
      applyStock(ctx, {
        action,
        changes: changes.map(({ quantity, unitCost, ...change }) => ({
          ...change,
          quantity: decimal(quantity),
          unitCost: unitCost === undefined ? undefined : decimal(unitCost),
        })),
      }),
    );
  }
}
