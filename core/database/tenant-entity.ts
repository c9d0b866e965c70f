import { type PolicyDef, p } from '@mikro-orm/core';
import { changeTime, recordTime } from './rows/record-clock.ts';

/**
 * The policy of every tenant table. It uses plain `current_setting`, which also works on Citus (reliability.md 0.3).
 */
export const accountPolicy = "account_id = current_setting('app.account_id')";
/**
 * Limits a portal customer to its own rows. The setting always exists and is empty for staff. It is a `case`, because
 * for an `in` the planner assumes that one row in a hundred remains, and then joins big tables row by row.
 */
export const customerPolicy = (customerColumn: string) =>
  `case when current_setting('app.customer_id') = '' then true
    else ${customerColumn} = current_setting('app.customer_id') end`;
/** Closes a table to portal customers. */
export const closedPolicy = "current_setting('app.customer_id') = ''";

/**
 * Group roles in policies and grants. The login roles of an installation contain its database's name and are members of
 * these, so that migrations are the same for all installations on a server (ADR 0001).
 */
export const groupRoles = {
  owner: 'millwright_owner',
  tenant: 'millwright_tenant',
  auth: 'millwright_auth',
  job: 'millwright_job',
  search: 'millwright_search',
} as const;

/** Rights on a table as letters of `crud`; 'cr' is append-only. */
export type TableRights = 'crud' | 'cr' | 'cru' | 'ru' | 'r' | 'c' | 'd' | '';

export interface TableAccess {
  schema: string;
  table: string;
  kind: 'tenant' | 'global';
  tenant: TableRights;
  auth: TableRights;
  job: TableRights;
  /** Columns that the job role may read and write; it has no right on the rest of the row. */
  jobColumns?: ColumnRights;
}

/** Rights on single columns. */
export interface ColumnRights {
  select: readonly string[];
  update: readonly string[];
  /** Why the job role reads rows of all accounts. */
  why: string;
}

const declared = new Map<string, TableAccess>();

/** Rights of all declared tables. `migrate` applies them; the catalog lint compares them with the database. */
export const tableAccess = (): TableAccess[] => [...declared.values()];

export interface TenantTableOptions {
  /** Column with the customer whose portal users may see the row; it is part of the policy. */
  customerColumn?: string;
  /** True if portal users see no row: prices and agreements with other customers. */
  isClosedToCustomers?: boolean;
  /** Rights of the tenant role; all four by default. */
  tenant?: TableRights;
  /** Rights of the auth role (sign-in, invitations, registration); none by default. */
  auth?: TableRights;
  job?: TableRights;
  /** Columns of all accounts' rows that the job role may read and write; adds its policies. */
  jobColumns?: ColumnRights;
  /** Condition for rows that the job role may delete. */
  jobDeletes?: string;
  /** True if sign-in must read rows before an account is known: members and keys. */
  authReadsAll?: boolean;
}

/** Schema, table and forced row-level security of a tenant table, to be spread into `defineEntity`. */
export function tenantTable<const Schema extends string, const Table extends string>(
  schema: Schema,
  table: Table,
  options: TenantTableOptions = {},
) {
  declared.set(`${schema}.${table}`, {
    schema,
    table,
    kind: 'tenant',
    tenant: options.tenant ?? 'crud',
    auth: options.auth ?? '',
    job: options.job ?? '',
    jobColumns: options.jobColumns,
  });
  return { schema, tableName: table, rowLevelSecurity: 'force' as const, policies: policiesOf(table, options) };
}

/**
 * One permissive policy per role and command, with the condition on the account and, for people of customers, on the
 * customer. Several permissive policies would be OR-ed, and Citus turns restrictive policies of a shard into permissive
 * ones.
 */
function policiesOf(table: string, options: TenantTableOptions): PolicyDef[] {
  const restriction = options.isClosedToCustomers
    ? closedPolicy
    : options.customerColumn && customerPolicy(options.customerColumn);
  const policy = (name: string, roles: string[], using: string): PolicyDef => ({ name, roles, using, check: using });
  const policies: PolicyDef[] = [];
  const isForBoth = !restriction && !options.authReadsAll;
  policies.push(
    policy(
      `${table}_account`,
      isForBoth ? [groupRoles.tenant, groupRoles.auth] : [groupRoles.tenant],
      restriction ? `${accountPolicy} and ${restriction}` : accountPolicy,
    ),
  );
  // At sign-in no customer is known.
  if (restriction && !options.authReadsAll) policies.push(policy(`${table}_auth`, [groupRoles.auth], accountPolicy));
  if (options.authReadsAll) policies.push(policy(`${table}_auth`, [groupRoles.auth], 'true'));
  if (!options.jobColumns) return policies;
  if (options.jobDeletes === undefined) return [...policies, policy(`${table}_job`, [groupRoles.job], 'true')];
  const roles = [groupRoles.job];
  return [
    ...policies,
    { name: `${table}_job`, roles, command: 'select', using: 'true' },
    { name: `${table}_job_update`, roles, command: 'update', using: 'true', check: 'true' },
    { name: `${table}_job_delete`, roles, command: 'delete', using: options.jobDeletes },
  ];
}

/** A table without tenant: people, sessions, rate limits. By default the tenant role has no right on it. */
export function globalTable<const Schema extends string, const Table extends string>(
  schema: Schema,
  table: Table,
  access: { tenant?: TableRights; auth?: TableRights; job?: TableRights; jobColumns?: ColumnRights } = {},
) {
  declared.set(`${schema}.${table}`, {
    schema,
    table,
    kind: 'global',
    tenant: access.tenant ?? '',
    auth: access.auth ?? 'crud',
    job: access.job ?? '',
    jobColumns: access.jobColumns,
  });
  return { schema, tableName: table };
}

const key = () => p.string().columnType('text').collation('C');

/** Column builders with fixed types and scales. Numbers are read and written as text, never as floats. */
export const column = {
  /** An id or a natural key, sorted by bytes. */
  id: key,
  text: () => p.string().columnType('text'),
  boolean: () => p.boolean(),
  integer: () => p.integer(),
  bigint: () => p.bigint('bigint'),
  money: () => p.decimal('string').columnType('numeric(14,2)').precision(14).scale(2),
  unitPrice: () => p.decimal('string').columnType('numeric(18,6)').precision(18).scale(6),
  quantity: () => p.decimal('string').columnType('numeric(18,6)').precision(18).scale(6),
  /** Value of stock; never a rounded unit cost. */
  stockValue: () => p.decimal('string').columnType('numeric(20,6)').precision(20).scale(6),
  ratio: () => p.decimal('string').columnType('numeric(9,6)').precision(9).scale(6),
  /** A calendar date as ISO text without time. */
  date: () => p.string().columnType('date'),
  timestamp: () => p.datetime().columnType('timestamptz'),
  json: <T>() => p.json().$type<T>().columnType('jsonb'),
  bytes: () => p.blob(),
  textArray: () => p.array().columnType('text[]').$type<string[]>(),
};

/** The account, the first column of every key. */
export const accountColumn = () => ({ accountID: key().primary().check("account_id <> ''") });

const timestamps = () => ({
  createdAt: p.datetime().columnType('timestamptz').onCreate(recordTime),
  updatedAt: p.datetime().columnType('timestamptz').onCreate(recordTime).onUpdate(changeTime),
});

/** Columns of a tenant record: composite key, timestamps, and the version against lost updates. */
export const tenantColumns = () => ({
  ...accountColumn(),
  id: key().primary(),
  ...timestamps(),
  version: p.integer().version(),
});

/** Columns of a record without tenant. */
export const globalColumns = () => ({ id: key().primary(), ...timestamps(), version: p.integer().version() });

/**
 * A reference inside the plugin or to schema `core`: a composite foreign key that begins with the account, without
 * cascade or set null. `belongsTo(() => Customer, 'customer_id')`; add `.nullable()` for an optional reference.
 */
export const belongsTo = <Target extends Parameters<typeof p.manyToOne>[0]>(target: Target, ownColumn: string) =>
  p
    .manyToOne(target)
    .joinColumns('account_id', ownColumn)
    .ownColumns(ownColumn)
    .collation('C')
    .updateRule('no action')
    .deleteRule('no action');
