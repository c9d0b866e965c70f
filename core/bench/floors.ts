import type { Facts } from './facts.ts';

/** One named prepared statement; answers its rows. */
export type Ask = (name: string, text: string, values: unknown[]) => Promise<Record<string, unknown>[]>;

export interface Floor {
  writes: boolean;
  /** One piece of work inside a transaction with the account set; answers what would be sent. */
  run(ask: Ask, turn: number): Promise<unknown>;
}

const floors: Record<string, (facts: Facts) => Floor> = {
  products: ({ accountID }) => ({
    writes: false,
    run: (ask) =>
      ask(
        'rows',
        `select item.id, item.sku, item.description, item.product_type, item.unit_value, item.unit_cost, item.product_line_name,
          item.unit_group_name, item.default_unit_name from inventory.v_items item
        where item.account_id = $1 and item.type = 'product' order by item.sku, item.id limit 50`,
        [accountID],
      ),
  }),
};

/** The floor of a case. */
export function floorOf(name: string, facts: Facts): Floor {
  const make = floors[name];
  if (!make) throw new Error(`No floor is called ${name}`);
  return make(facts);
}
