import { Client, escapeIdentifier } from 'pg';
import type { Kernel } from '../../boot/boot.ts';
import { demoRandom } from '../../boot/demo/demo.ts';
import { parseDatabaseUrl } from '../../database/schema/roles.ts';
import { runInAccount } from '../../tenancy/accounts/account-transaction.ts';
import { platformPlugins } from './platform-plugins.ts';
import { type TenantTable, tenantTables } from './sample-rows.ts';
import { type AccountContents, bootTestKernel, type TestAccount, type TestKernel } from './test-kernel.ts';

/** Suffix of all texts of account B; no reply to A may contain it. */
export const canary = 'canary7b1f';

export interface PopulatedKernel extends TestKernel {
  tables: TenantTable[];
  /** The administrator's connection, which sees all accounts. */
  admin: Client;
  /** Ids of B's records, at most three per table, which A must not know. */
  foreignIDs: readonly string[];
  /** The same ids, grouped by table. */
  foreignIDsByTable: readonly (readonly string[])[];
  /** Ids of A's records, at most four per table, by table. */
  ownIDs: ReadonlyMap<string, readonly string[]>;
  /** Ids of B's records by table. */
  foreignIDsOf: ReadonlyMap<string, readonly string[]>;
  /** The whole log of the server. */
  logged(): string;
  /** A hash per tenant table over all rows of B; equal hashes before and after mean that nothing changed. */
  fingerprintOfB(): Promise<Record<string, string>>;
  /** A hash per table over the last writers of A's rows; it changes with every write, even without changed values. */
  writesOfA(): Promise<Record<string, string>>;
  /** A customer of A, for the portal. */
  customerID: string | undefined;
}

const contents: AccountContents = {
  identity: 'populated',
  fill: async (kernel, { a, b }, adminUrl) => {
    await loadDemoInto(kernel, a, 1);
    await loadDemoInto(kernel, b, 2);
    const admin = await connect(adminUrl);
    try {
      await markTexts(admin, await tenantTables(admin, schemasOf(kernel)), b.id);
      // Without statistics of the new data, some queries would take seconds.
      await admin.query('analyze');
    } finally {
      await admin.end();
    }
  },
};

const schemasOf = (kernel: Kernel): string[] => kernel.registry.schemaOwners().map(({ schema }) => schema);

async function connect(adminUrl: string): Promise<Client> {
  const client = new Client({ connectionString: parseDatabaseUrl(adminUrl).toString() });
  await client.connect();
  return client;
}

/** Boots all plugins of platform.config.ts with demo records in both accounts; the canary is appended to B's texts. */
export async function bootPopulatedKernel(): Promise<PopulatedKernel> {
  // Plugins recognize the demo accounts by their slugs.
  const lines: string[] = [];
  const kernel = await bootTestKernel({
    why: 'populated accounts',
    plugins: await platformPlugins(),
    slugs: ['northfield', 'harbor'],
    logLevel: 'trace',
    logTo: { write: (line) => void lines.push(line) },
    contents,
  });
  return Object.assign(await lookedInto(kernel), { logged: () => lines.join('') });
}

/** A kernel with the present records of its two accounts. */
export async function lookedInto(kernel: TestKernel): Promise<PopulatedKernel> {
  const admin = await connect(kernel.db.adminUrl);
  const tables = await tenantTables(admin, schemasOf(kernel));
  const idsOf = async (accountID: string, most: number): Promise<Map<string, string[]>> => {
    const found = new Map<string, string[]>();
    for (const { name, columns } of tables) {
      if (!columns.some((column) => column.name === 'id')) continue;
      // Roles of an account are created within one millisecond, so the order of their ids is random.
      const order = name === 'core.role' ? 'code, id' : 'id';
      const { rows } = await admin.query<{ id: string }>(
        `select id from ${name} where account_id = $1 order by ${order} limit ${most}`,
        [accountID],
      );
      if (rows.length)
        found.set(
          name,
          rows.map(({ id }) => id),
        );
    }
    return found;
  };
  const foreignIDsOf = await idsOf(kernel.b.id, 3);
  const ownIDs = await idsOf(kernel.a.id, 4);
  const foreignIDsByTable = [...foreignIDsOf.values()];
  const customers = await admin.query<{ id: string }>(
    "select id from core.party where account_id = $1 and kind = 'customer' order by id limit 1",
    [kernel.a.id],
  );
  const printsOf = async (accountID: string, print: string): Promise<Record<string, string>> => {
    const parts = tables.map(
      ({ name }) => `select '${name}' as name, count(*) || ' ' || coalesce(${print}, '') as print
        from ${name} t where account_id = $1`,
    );
    const { rows } = await admin.query<{ name: string; print: string }>(parts.join(' union all '), [accountID]);
    return Object.fromEntries(rows.map((row) => [row.name, row.print]));
  };
  const fingerprintOfB = () => printsOf(kernel.b.id, "md5(string_agg(t::text, '|' order by t::text))");
  const writesOfA = () => printsOf(kernel.a.id, "sum(xmin::text::bigint)::text || ' ' || max(xmin::text::bigint)");
  return Object.assign(kernel, {
    tables,
    admin,
    foreignIDs: foreignIDsByTable.flat(),
    foreignIDsByTable,
    foreignIDsOf,
    ownIDs,
    logged: () => '',
    fingerprintOfB,
    writesOfA,
    customerID: customers.rows[0]?.id,
    stop: async () => {
      await admin.end();
      await kernel.close();
      await kernel.db.drop();
    },
  });
}

async function loadDemoInto(kernel: Kernel, account: TestAccount, seed: number): Promise<void> {
  for (const { definition } of kernel.registry.plugins)
    if (definition.demo)
      await runInAccount(kernel.tenancy, { accountID: account.id, identity: { type: 'system' } }, async (ctx) => {
        await definition.demo?.(ctx, demoRandom(seed), kernel.services);
        await ctx.em.flush();
      });
}

/**
 * Appends the canary to every free text of an account. Texts with a fixed form (codes, keys) reject it and stay
 * unchanged.
 */
async function markTexts(admin: Client, tables: readonly TenantTable[], accountID: string): Promise<void> {
  for (const { name, columns, key } of tables)
    for (const column of columns) {
      if (column.isGenerated || column.type !== 'text') continue;
      if (key.includes(column.name) || column.name.endsWith('_id')) continue;
      const quoted = escapeIdentifier(column.name);
      await admin
        .query(
          `update ${name} set ${quoted} = ${quoted} || ' ${canary}' where account_id = $1 and ${quoted} is not null`,
          [accountID],
        )
        .catch((error: { code?: string }) => {
          if (!['23514', '23503', '23505'].includes(error.code ?? '')) throw error;
        });
    }
}
