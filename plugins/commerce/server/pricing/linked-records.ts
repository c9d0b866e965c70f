import { type RecordLinks, sql } from '@millwright/core/server';

type Link = Pick<RecordLinks, 'table' | 'owner' | 'target' | 'to'> & { called?: string };

/** Records linked with a row of the table `base`, as `{ id, name }`, by name. */
export function linkedRecords(base: string, { table, owner, target, to, called = 'name' }: Link) {
  const name = sql.ref(`other.${called}`);
  const record = sql`json_build_object('id', other.id, 'name', ${name})`;
  const [ownID, linkOwner] = [sql.ref(`${base}.id`), sql.ref(`link.${owner}`)];
  return sql`(select coalesce(json_agg(${record} order by ${name}, other.id), '[]')
    from ${sql.table(table)} link
    join ${sql.table(to)} other on other.account_id = link.account_id and other.id = ${sql.ref(`link.${target}`)}
    where link.account_id = ${sql.ref(`${base}.account_id`)} and ${linkOwner} = ${ownID})`;
}

/** Criteria of price rules, with the views of their names. */
export const ruleTargets = {
  productLines: { to: 'inventory.v_product_lines', what: 'product line', target: 'product_line_id' },
  categories: { to: 'inventory.v_categories', what: 'category', target: 'category_id' },
  attributes: { to: 'inventory.v_attributes', what: 'attribute', target: 'attribute_id', called: 'title' },
  units: { to: 'inventory.v_units', what: 'unit', target: 'unit_id' },
} as const;
