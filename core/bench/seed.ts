import type { Client } from 'pg';

export interface SeededAccount {
  accountID: string;
  products: number;
}

/** An id in the form of ours, in SQL: 26 characters of base32 of which md5 uses the first sixteen; later numbers sort later. */
export const idSql = (prefix: string, number: string): string =>
  `'${prefix}_01' || lpad(to_hex(${number}), 8, '0') || substr(md5('${prefix}' || ${number}), 1, 16)`;

/** Products with prices and the units of the built-in groups. */
export async function seedProducts(admin: Client, { accountID, products }: SeededAccount): Promise<string[]> {
  await admin.query(
    `insert into inventory.product_line (account_id, id, created_at, updated_at, name)
    select $1, ${idSql('pln', 'n')}, now(), now(), 'Line ' || n from generate_series(1, 40) n`,
    [accountID],
  );
  const { rows } = await admin.query<{ id: string }>(
    `with unit as (select array_agg(id order by id) as ids from inventory.unit_conversion where account_id = $1)
    insert into inventory.item (account_id, id, created_at, updated_at, type, sku, description, manufacturer, unit_value,
      unit_cost, default_conversion_id, product_type, product_line_id)
    select $1, ${idSql('item', 'n')}, now() - n * interval '1 minute', now(), 'product', 'SKU-' || lpad(n::text, 6, '0'),
      (array['Leather','Nitrile','Cotton','Wool','Kevlar','Merino','Canvas'])[n % 7 + 1] || ' ' ||
      (array['glove','sock','sleeve','apron','liner'])[n % 5 + 1] || ', size ' || n % 13,
      'Northfield', 1 + (n * 37 % 9000) / 100.0, (n * 37 % 9000) / 200.0, unit.ids[n % cardinality(unit.ids) + 1], 'sale',
      ${idSql('pln', '(n % 40 + 1)')}
    from generate_series(1, $2) n, unit returning id`,
    [accountID, products],
  );
  return rows.map(({ id }) => id);
}
