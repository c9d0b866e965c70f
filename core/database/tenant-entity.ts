import { type PolicyDef, p } from '@mikro-orm/core';
import { changeTime, recordTime } from './record-clock.ts';

/**
 * The one policy of every tenant table; plain `current_setting` so that it also works on Citus (reliability.md 0.3).
 */
export const accountPolicy = "account_id = current_setting('app.account_id')";
/**
 * Limits a portal customer to its own rows; the setting is always there, empty for staff. As a case: of `in` the
 * planner believes that it leaves one row in a hundred, and joins big tables row by row.
 */
export const customerPolicy = (customerColumn: string) =>
  `case when current_setting('app.customer_id') = '' then true
    else ${customerColumn} = current_setting('app.customer_id') end`;
/** Closes a table to portal customers. */
const closedPolicy = "current_setting('app.customer_id') = ''";

/**
 * Group roles that policies and grants name. The login roles of an installation carry its database name and are members
 * of these, so that migrations stay frozen while installations share a server (ADR 0001).
 */
export const groupRoles = {
  owner: 'millwright_owner',
  tenant: 'millwright_tenant',
  auth: 'millwright_auth',
  job: 'millwright_job',
  search: 'millwright_search',
} as const;

/** Rights on a table: letters of `crud`; 'cr' is append-only. */
export type TableRights = 'crud' | 'cr' | 'cru' | 'ru' | 'r' | 'c' | 'd' | '';

export interface TableAccess {
  schema: string;
  table: string;
  kind: 'tenant' | 'global';
  tenant: TableRights;
  auth: TableRights;
  job: TableRights;
  /** Columns that the job role may read and write, and nothing else of the row. */
  jobColumns?: ColumnRights;
}

/** Column-level rights: names of columns. */
export interface ColumnRights {
  select: readonly string[];
  update: readonly string[];
}

const declared = new Map<string, TableAccess>();

/**
 * Rights of every table declared so far; `migrate` applies them, the catalogue lint compares them with the database.
 */
export const tableAccess = (): TableAccess[] => [...declared.values()];

export interface TenantTableOptions {
  /** Column holding the customer whose portal users may see the row; adds the restrictive policy. */
  customerColumn?: string;
  /** True where portal users see nothing: prices and what is agreed with other customers. */
  isClosedToCustomers?: boolean;
  /** Rights of the tenant role, default all four. */
  tenant?: TableRights;
  /** Rights of the auth role (sign-in, invitations, registration), default none. */
  auth?: TableRights;
  job?: TableRights;
  /** Columns of every account's rows that the job role may read and write; adds its policy. */
  jobColumns?: ColumnRights;
  /** True where sign-in must read rows before an account is known: members and keys. */
  authReadsAll?: boolean;
}

/** Schema, table and forced row-level security of a tenant table; spread into `defineEntity`. */
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
  const policies: PolicyDef[] = [
    {
      name: `${table}_account`,
      roles: options.authReadsAll ? [groupRoles.tenant] : [groupRoles.tenant, groupRoles.auth],
      using: accountPolicy,
      check: accountPolicy,
    },
  ];
  if (options.authReadsAll)
    policies.push({ name: `${table}_auth`, roles: [groupRoles.auth], using: 'true', check: 'true' });
  if (options.jobColumns)
    policies.push({ name: `${table}_job`, roles: [groupRoles.job], using: 'true', check: 'true' });
  const restriction = options.isClosedToCustomers
    ? closedPolicy
    : options.customerColumn && customerPolicy(options.customerColumn);
  if (restriction)
    policies.push({
      name: `${table}_customer`,
      type: 'restrictive',
      roles: [groupRoles.tenant],
      using: restriction,
      check: restriction,
    });
  return { schema, tableName: table, rowLevelSecurity: 'force' as const, policies };
}

/** A table without tenant: people, sessions, limiter. The tenant role has no right on it unless said. */
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

/** Column builders with the types and scales that the design fixes; numbers come and go as text, never as floats. */
export const column = {
  /** An id or a natural key: text in byte order. */
  id: key,
  text: () => p.string().columnType('text'),
  boolean: () => p.boolean(),
  integer: () => p.integer(),
  bigint: () => p.bigint('bigint'),
  money: () => p.decimal('string').columnType('numeric(14,2)').precision(14).scale(2),
  unitPrice: () => p.decimal('string').columnType('numeric(18,6)').precision(18).scale(6),
  quantity: () => p.decimal('string').columnType('numeric(18,6)').precision(18).scale(6),
  /** What stock is worth; never a rounded cost of a unit. */
  stockValue: () => p.decimal('string').columnType('numeric(20,6)').precision(20).scale(6),
  ratio: () => p.decimal('string').columnType('numeric(9,6)').precision(9).scale(6),
  /** A calendar date, ISO text without time. */
  date: () => p.string().columnType('date'),
  timestamp: () => p.datetime().columnType('timestamptz'),
  json: <T>() => p.json().$type<T>().columnType('jsonb'),
  bytes: () => p.blob(),
  textArray: () => p.array().columnType('text[]').$type<string[]>(),
};

/** The account that leads every key. */
export const accountColumn = () => ({ accountID: key().primary().check("account_id <> ''") });

const timestamps = () => ({
  createdAt: p.datetime().columnType('timestamptz').onCreate(recordTime),
  updatedAt: p.datetime().columnType('timestamptz').onCreate(recordTime).onUpdate(changeTime),
});

/** Columns of a tenant record: composite key, timestamps and the version that guards against lost updates. */
export const tenantColumns = () => ({
  ...accountColumn(),
  id: key().primary(),
  ...timestamps(),
  version: p.integer().version(),
});

/** Columns of a global record. */
export const globalColumns = () => ({ id: key().primary(), ...timestamps(), version: p.integer().version() });

/**
 * A reference inside the plugin (or into schema `core`): a composite foreign key led by the account, never cascaded or
 * nulled.
 * `belongsTo(() => Customer, 'customer_id')`; chain `.nullable()` where the reference may be missing.
 */
export const belongsTo = <Target extends Parameters<typeof p.manyToOne>[0]>(target: Target, ownColumn: string) =>
  p
    .manyToOne(target)
    .joinColumns('account_id', ownColumn)
    .ownColumns(ownColumn)
    .collation('C')
    .updateRule('no action')
    .deleteRule('no action');
