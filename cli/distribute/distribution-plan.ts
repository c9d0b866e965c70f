import type { Client } from 'pg';

export type Placement = 'distributed' | 'reference' | 'local';

export interface PlannedTable {
  /** `schema.table`, quoted if necessary. */
  name: string;
  placement: Placement;
  /** Distribution column. */
  column?: 'account_id';
}

export interface DistributionPlan {
  tables: PlannedTable[];
  functions: string[];
  /** Statements for the coordinator, in order. */
  statements: string[];
}

interface FoundTable {
  name: string;
  column: 'account_id' | null;
  /** Unique keys without the distribution column, which Citus refuses. */
  narrow: string[];
}

interface ForeignKey {
  name: string;
  from: string;
  to: string;
  definition: string;
}

/**
 * Plan for distributing an installation over Citus nodes, read from the database catalogue. Rows of accounts are stored
 * together by account; accounts, and codes that they refer to, are copied to all nodes; people, sessions and the job
 * queue stay on the coordinator.
 * @throws Error naming a unique key without the account
 */
export async function distributionPlan(client: Client, schemas: readonly string[]): Promise<DistributionPlan> {
  const found = await tablesOf(client, schemas);
  const narrow = found.flatMap(({ name, narrow: keys }) => keys.map((key) => `${name} (${key})`));
  if (narrow.length) throw new Error(`These unique keys do not hold the account: ${narrow.join(', ')}`);
  const keys = await foreignKeysOf(client, schemas);
  const spread = new Map(found.flatMap(({ name, column }) => (column ? [[name, column] as const] : [])));
  // Code tables may refer to other code tables.
  const codes = new Set(found.map(({ name }) => name).filter((name) => everywhere.includes(name)));
  for (let size = -1; size !== codes.size; ) {
    size = codes.size;
    for (const { from, to } of keys) if (!spread.has(to) && (spread.has(from) || codes.has(from))) codes.add(to);
  }
  const { order, cut } = inOrder([...codes, ...spread.keys()], keys);
  const first = order.find((name) => spread.has(name));
  const functions = await functionsOf(client, schemas);
  const local = found.map(({ name }) => name).filter((name) => !spread.has(name) && !codes.has(name));
  return {
    tables: [
      ...order.map((name): PlannedTable => {
        const column = spread.get(name);
        return column ? { name, placement: 'distributed', column } : { name, placement: 'reference' };
      }),
      ...local.map((name): PlannedTable => ({ name, placement: 'local' })),
    ],
    functions,
    statements: [
      'create extension if not exists citus;',
      // Row-level security needs the account, which is set for the transaction.
      `do $$ begin execute
  format('alter database %I set citus.propagate_set_commands = ''local''', current_database()); end $$;`,
      ...cut.map(({ from, name }) => `alter table ${from} drop constraint ${name};`),
      ...order.map((name) => {
        const column = spread.get(name);
        if (!column) return `select create_reference_table('${name}');`;
        const beside = name === first ? '' : `, colocate_with => '${first}'`;
        return `select create_distributed_table('${name}', '${column}'${beside});`;
      }),
      ...cut.map(({ from, name, definition }) => `alter table ${from} add constraint ${name} ${definition};`),
      ...local
        .filter((name) => keys.some(({ from, to }) => from === name && codes.has(to)))
        .map((name) => `select citus_add_local_table_to_metadata('${name}');`),
      ...functions.map((name) => `select create_distributed_function('${name}');`),
    ],
  };
}

/** Accounts are few, used on all nodes, and their slugs must be unique over all nodes. */
const everywhere = ['core.account', 'core.account_slug'];

async function tablesOf(client: Client, schemas: readonly string[]): Promise<FoundTable[]> {
  const { rows } = await client.query<FoundTable>(
    `with found as (
       select c.oid, format('%I.%I', n.nspname, c.relname) as name,
         case
           -- What is under row-level security belongs to an account; the rest is looked through across them.
           when format('%I.%I', n.nspname, c.relname) <> all($2) and c.relrowsecurity and exists
             (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id' and a.attnotnull)
             then 'account_id' end as column
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = any($1)
     )
     select name, "column", array(
       select i.indexrelid::regclass::text from pg_index i
       where i.indrelid = found.oid and i.indisunique and "column" is not null and not exists
         (select from pg_attribute a
          where a.attrelid = found.oid and a.attname = "column" and a.attnum = any(i.indkey::int2[]))
     ) as narrow
     from found order by name`,
    [schemas, everywhere],
  );
  return rows;
}

async function foreignKeysOf(client: Client, schemas: readonly string[]): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select format('%I', k.conname) as name, format('%I.%I', fn.nspname, f.relname) as from,
       format('%I.%I', tn.nspname, t.relname) as to, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k
     join pg_class f on f.oid = k.conrelid join pg_namespace fn on fn.oid = f.relnamespace
     join pg_class t on t.oid = k.confrelid join pg_namespace tn on tn.oid = t.relnamespace
     where k.contype = 'f' and k.conparentid = 0 and fn.nspname = any($1) order by 2, 1`,
    [schemas],
  );
  return rows;
}

async function functionsOf(client: Client, schemas: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)) as name
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname = any($1) and p.prokind in ('f', 'p') order by 1`,
    [schemas],
  );
  return rows.map(({ name }) => name);
}

/** Referenced tables come first; foreign keys that form a cycle are dropped before and created again afterwards. */
function inOrder(names: readonly string[], keys: readonly ForeignKey[]): { order: string[]; cut: ForeignKey[] } {
  const open = new Set(names);
  const cut = new Set<ForeignKey>();
  const order: string[] = [];
  const waitsFor = (name: string): ForeignKey[] =>
    keys.filter((key) => key.from === name && key.to !== name && open.has(key.to) && !cut.has(key));
  while (open.size) {
    const [next] = [...open].map((name) => ({ name, waits: waitsFor(name) })).sort(fewest);
    if (!next) break;
    for (const key of next.waits) cut.add(key);
    open.delete(next.name);
    order.push(next.name);
  }
  return { order, cut: [...cut] };
}

const fewest = (one: { waits: unknown[] }, other: { waits: unknown[] }): number =>
  one.waits.length - other.waits.length;
