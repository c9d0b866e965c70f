import { type Invariant, textTwins } from '@millwright/core/server';

/** Invariants of the catalogue; each query answers one row per violation. */
export const catalogueInvariants: readonly Invariant[] = [
  {
    name: 'inventory.base-unit-is-one',
    sql: `select unit_group.id from inventory.unit_group unit_group
      left join inventory.unit_conversion base on base.account_id = unit_group.account_id
        and base.unit_group_id = unit_group.id and base.unit_id = unit_group.base_unit_id
      where unit_group.account_id = $1 and (base.id is null or base.numerator <> 1 or base.denominator <> 1)`,
  },
  {
    name: 'inventory.factors-in-lowest-terms',
    sql: `select id from inventory.unit_conversion where account_id = $1 and gcd(numerator, denominator) <> 1`,
  },
  {
    name: 'inventory.currency-unit-exists',
    sql: `select $1::text where exists (select from inventory.item where account_id = $1)
      and not exists (select from inventory.unit where account_id = $1 and name = 'dollar' and is_built_in)`,
  },
  {
    name: 'inventory.skus-differ-by-more-than-case',
    sql: `select string_agg(sku, ' and ' order by id) from inventory.item where account_id = $1
      group by lower(sku) having count(*) > 1`,
    advice: 'Give one of them another SKU: people and scanners take them for one',
  },
  textTwins('inventory.skus-differ-by-what-is-seen', { table: 'inventory.item', column: 'sku' }),
];
