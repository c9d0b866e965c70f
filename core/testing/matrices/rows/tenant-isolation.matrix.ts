import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { corePlugin } from '../../../boot/core-plugin/core-plugin.ts';
import { Registry } from '../../../boot/registry/registry.ts';
import { newID } from '../../../contracts/texts/id.ts';
import { lintCatalogue } from '../../../database/schema/catalogue-lint.ts';
import { parseDatabaseUrl } from '../../../database/schema/roles.ts';
import { tableAccess } from '../../../database/tenant-entity.ts';
import type { Reference } from '../../../records/reference.ts';
import { platformPlugins } from '../../kernel/platform-plugins.ts';
import { insertSamples, samplesOf, type TenantTable, tenantTables } from '../../kernel/sample-rows.ts';
import { createTestDatabase, type TestDatabase } from '../../postgres/test-database.ts';
import { describeTable, type MatrixSide } from './row-matrix.ts';

const connect = async (url: string): Promise<Client> => {
  const client = new Client({ connectionString: parseDatabaseUrl(url).toString() });
  await client.connect();
  return client;
};

const registry = new Registry(
  [corePlugin, ...(await platformPlugins())].map((definition) => ({ definition, audience: undefined })),
);
const owners = registry.schemaOwners();
const schemas = owners.map(({ schema }) => schema);
const samples = samplesOf(registry.plugins.map(({ definition }) => definition));
const database: TestDatabase = await createTestDatabase(owners);
const admin = await connect(database.adminUrl);
const tenant = await connect(database.urls.tenant);
const tables: TenantTable[] = await tenantTables(admin, schemas);
const own: MatrixSide = await side('a');
const other: MatrixSide = await side('b');

async function side(label: string): Promise<MatrixSide> {
  const accountID = newID('acc');
  await admin.query(
    'insert into core.account (id, slug, name, created_at, updated_at) values ($1, $2, $3, now(), now())',
    [accountID, `matrix-${label}`, `Matrix ${label}`],
  );
  return { accountID, rows: await insertSamples(admin, tables, samples, accountID, label) };
}

afterAll(async () => {
  await tenant.end();
  await admin.end();
  await database.drop();
});

describe('catalogue lint', () => {
  it('finds nothing on a migrated database with all plugins', async () => {
    expect(await lintCatalogue(admin, schemas)).toEqual([]);
  });

  const table = 'core.party_address';
  const breaches: [string, string, RegExp][] = [
    ['a policy that lets everything through', `create policy extra on ${table} using (true)`, /not the canonical one/],
    [
      'a second policy for the same role and command',
      `create policy extra on ${table} for select to millwright_tenant using (true)`,
      /"party_address_account" and "extra"|"extra" and "party_address_account"/,
    ],
    [
      'a restrictive policy',
      `create policy extra on ${table} as restrictive for delete to millwright_job using (false)`,
      /the policy "extra" is restrictive/,
    ],
    [
      'a policy that forgets the customer',
      `alter policy party_address_account on ${table} using (account_id = current_setting('app.account_id') and true)`,
      /has 0 canonical policies/,
    ],
    [
      'row-level security that is not forced',
      `alter table ${table} no force row level security`,
      /not enabled and forced/,
    ],
    ['a table without a policy', `alter table ${table} disable row level security`, /not enabled and forced/],
    [
      'a unique key that is not led by the account',
      `create unique index extra on ${table} (id)`,
      /does not begin with account_id/,
    ],
    [
      'a trigger',
      `create function core.nothing() returns trigger language plpgsql as 'begin return new; end';
       create trigger extra before insert on ${table} for each row execute function core.nothing()`,
      /triggers are not allowed/,
    ],
    ['a view that reads as its owner', `create view core.v_extra as select 1 as one`, /without security_invoker/],
    [
      'a definer function',
      "create function core.extra() returns int language sql security definer as 'select 1'",
      /not on the list/,
    ],
    ['a right that is not declared', `grant truncate on ${table} to millwright_tenant`, /has the rights/],
    [
      'a right on a column that is not declared',
      'grant select (payload) on core.event_outbox to millwright_job',
      /select payload millwright_job: a right on a column that nothing declares/,
    ],
    [
      'a right on a column that is missing',
      'revoke update (dispatched_at) on core.event_outbox from millwright_job',
      /update dispatched_at millwright_job: a right on a column that is declared and missing/,
    ],
    [
      'a table that no entity declares',
      'create table core.extra (account_id text primary key)',
      /no entity declares it/,
    ],
    ['a role that bypasses', 'create role mw_extra_rt bypassrls', /may bypass/],
    [
      'a member of the owner',
      'create role mw_extra_rt; grant millwright_owner to mw_extra_rt',
      /only the migrate role may be/,
    ],
  ];
  it.each(breaches)('reports %s', async (_, sql, expected) => {
    await admin.query('begin');
    try {
      await admin.query(sql);
      expect((await lintCatalogue(admin, schemas)).join('\n')).toMatch(expected);
    } finally {
      await admin.query('rollback');
    }
  });
});

describe('references', () => {
  /** References of rows that are deleted with their record, or whose owner checks them itself. */
  const goesAlong = new Set([
    'core.party_address.party_id',
    'inventory.product_group_property.product_group_id',
    'inventory.category_property.category_id',
    'inventory.item_attribute.item_id',
    'inventory.item_position.item_id',
    'commerce.carrier_option.carrier_id',
    'commerce.customer_price_group.customer_id',
    'commerce.customer.id',
    'commerce.supplier.id',
    'commerce.supplier_material.supplier_id',
    'commerce.customer_contact.customer_id',
    'commerce.supplier_contact.supplier_id',
    // Totals of documents and work that refer to the item themselves.
    'analytics.sold_in_month.item_id',
    'analytics.work_of_day.item_id',
    // A setting of the item.
    'acme_pallet_labels.pallet_quantity.item_id',
    // Counters are deleted with their partner.
    'edi.control_number.partner_id',
    // Results of movements, which refer to the item and the owner themselves.
    'inventory.cost_layer.item_id',
    'inventory.balance.item_id',
    'inventory.cost_layer.lot_id',
    'inventory.balance.lot_id',
    'inventory.allocation.lot_id',
    'inventory.item_position.owner_id',
    'inventory.cost_layer.owner_id',
    'inventory.balance.owner_id',
    // Recipients of a discount are deleted with it.
    'commerce.order_discount_customer.order_discount_id',
    'commerce.order_discount_group.order_discount_id',
    // Units of a group and attributes of a property are deleted with it.
    'inventory.unit_conversion.unit_group_id',
    'inventory.attribute.property_id',
    // The document refers to the customer itself.
    'inventory.demand.customer_id',
    'production.consumption.step_id',
    'production.flow_link.source_step_id',
    'production.flow_link.target_step_id',
    'production.step_machine.step_id',
    'production.station_step.step_id',
    'production.station_step.station_id',
    'production.station_device.station_id',
    'production.batch_edge.item_id',
  ]);

  it('name every column that keeps a record from being deleted', async () => {
    const { rows: keys } = await admin.query<{ column: string; target: string }>(
      `select format('%s.%s.%s', source_schema.nspname, source.relname, refers.attname) as column,
          format('%s.%s', target_schema.nspname, target.relname) as target
        from pg_constraint key
        join pg_class source on source.oid = key.conrelid
        join pg_namespace source_schema on source_schema.oid = source.relnamespace
        join pg_class target on target.oid = key.confrelid
        join pg_namespace target_schema on target_schema.oid = target.relnamespace
        join pg_attribute refers
          on refers.attrelid = key.conrelid and refers.attnum = key.conkey[cardinality(key.conkey)]
        where key.contype = 'f' and source_schema.nspname = any($1)`,
      [schemas],
    );
    const declared = new Set(
      registry.plugins.flatMap(({ definition }) =>
        (definition.references ?? []).map(({ table, column }: Reference) => `${table}.${column}`),
      ),
    );
    const guarded = new Set(keys.filter(({ column }) => declared.has(column)).map(({ target }) => target));
    expect(guarded).toContain('commerce.carrier');
    const forgotten = keys.filter(
      ({ column, target }) => guarded.has(target) && !declared.has(column) && !goesAlong.has(column),
    );
    expect(forgotten).toEqual([]);
    // References across schemas have no foreign key, so they are found by column name.
    const { rows: loose } = await admin.query<{ column: string }>(
      `select format('%s.%s.%s', column_of.table_schema, column_of.table_name, column_of.column_name) as column
        from information_schema.columns column_of
        join information_schema.tables owner using (table_schema, table_name)
        where owner.table_type = 'BASE TABLE' and column_of.table_schema = any($1)
          and column_of.table_schema <> 'inventory'
          and column_of.column_name in ('item_id', 'product_line_id', 'unit_id')`,
      [schemas],
    );
    expect(loose.length).toBeGreaterThan(0);
    expect(loose.filter(({ column }) => !declared.has(column) && !goesAlong.has(column))).toEqual([]);
  });
});

describe('tenant rows', () => {
  beforeAll(() => expect(tables.length).toBeGreaterThan(20));
  const rightsOf = (name: string) =>
    tableAccess().find(({ schema, table }) => `${schema}.${table}` === name)?.tenant ?? '';
  for (const table of tables) {
    const rights = rightsOf(table.name);
    describeTable(table, () => ({
      client: tenant,
      own,
      other,
      canInsert: rights.includes('c'),
      canSelect: rights.includes('r'),
      canUpdate: rights.includes('u'),
      canDelete: rights.includes('d'),
    }));
  }
});
