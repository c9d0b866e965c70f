import { decimal, problems, toWire } from '@millwright/core/contracts';
import { type AccountContext, enabledOf, sql } from '@millwright/core/server';
import type { ItemRow, OpenToCustomer, ProductsForCustomer } from '../../../../contracts/index.ts';
import type { ItemPage } from '../list/item-page.ts';

type ItemCondition = ReturnType<typeof sql<boolean>>;

/** The items that a caller sees. */
export interface SeenItems {
  /** A condition on a row called `item`. */
  condition: ItemCondition;
  /** Equal for callers who see the same items. */
  key: string;
}

/** The part of the catalogue that people of a customer see; staff see all of it. */
export class CustomerProducts {
  readonly #sellers: readonly ProductsForCustomer[];

  constructor(sellers: readonly ProductsForCustomer[]) {
    this.#sellers = sellers;
  }

  /** The items that the caller sees; undefined means all. */
  async openTo(ctx: AccountContext): Promise<SeenItems | undefined> {
    const { customerID } = ctx;
    if (customerID === undefined) return undefined;
    const open: OpenToCustomer[] = [];
    for (const seller of enabledOf(ctx, this.#sellers)) open.push(await seller.openTo(ctx, customerID));
    return {
      condition: sql<boolean>`(item.type = 'product' and ${sql.join(
        [sql`true`, ...open.map(({ condition }) => condition as ItemCondition)],
        sql` and `,
      )})`,
      key: open.map(({ key }) => key).join(' '),
    };
  }

  /**
   * The rows as the caller may see them: customers get their own price, and the manufacturer only if the account shows
   * it.
   */
  async asSeen<Row extends ItemRow>(ctx: AccountContext, rows: readonly Row[]): Promise<Row[]> {
    const { customerID } = ctx;
    if (customerID === undefined || rows.length === 0) return [...rows];
    const prices = new Map<string, string>();
    const sellers = enabledOf(ctx, this.#sellers);
    let showsMaker = sellers.length > 0;
    for (const seller of sellers) {
      showsMaker &&= await seller.showsManufacturer(ctx);
      for (const [id, price] of await seller.pricesOf(
        ctx,
        customerID,
        rows.map(({ id }) => id),
      ))
        prices.set(id, price);
    }
    return rows.map((row) => {
      const price = prices.get(row.id);
      return {
        ...row,
        unitValue: price === undefined ? row.unitValue : { ...row.unitValue, value: toWire(decimal(price)) },
        ...(showsMaker ? {} : { manufacturer: null, manufacturerPartNumber: null }),
      };
    });
  }
}

const hiddenOrders: readonly ItemPage['sortBy'][] = ['unitCost', 'margin', 'unitValue', 'manufacturer'];

/**
 * Refuses to sort and filter by hidden fields, because the order of the rows would reveal them.
 * @throws Problem 403 `forbidden`
 */
export function refuseHidden({ customerID }: AccountContext, page: ItemPage): void {
  if (customerID === undefined) return;
  if (hiddenOrders.includes(page.sortBy))
    throw problems.forbidden({ message: 'Your role does not include costs, list prices and makers' });
  if (page.isBelowOrderPoint !== undefined) throw problems.forbidden({ message: 'Your role does not include stock' });
  if (page.manufacturers) throw problems.forbidden({ message: 'Your role does not include makers' });
}
