import { type EndpointRequest, problems } from '@millwright/core/contracts';
import {
  type AccountContext,
  fieldConditions,
  fieldObject,
  isoText,
  listIDs,
  listPage,
  searchIDs,
  sql,
  withinInstants,
} from '@millwright/core/server';
import {
  listedSupplierFields,
  listSuppliers,
  type Supplier,
  type SupplierFilter,
  type SupplierRow,
  supplierFields,
} from '../../../contracts/index.ts';
import type { Tables } from '../../tables.ts';
import { partyAddresses, shownAddresses } from '../party/party-addresses.ts';
import { referenceTables } from '../reference-tables.ts';

const from = (ctx: AccountContext) =>
  ctx.em.query<Tables>().selectFrom('commerce.supplier as supplier').where('supplier.account_id', '=', ctx.account.id);
type Matching = ReturnType<typeof from>;

const materialCount = sql<number>`(select count(*)::int from commerce.supplier_material supplied
  where supplied.account_id = supplier.account_id and supplied.supplier_id = supplier.id)`;

const withColumns = (query: Matching) =>
  query
    .leftJoin('core.v_party_addresses as main', (join) =>
      join.onRef('main.account_id', '=', 'supplier.account_id').onRef('main.id', '=', 'supplier.address_id'),
    )
    .select([
      'supplier.id',
      'supplier.number',
      'supplier.name',
      'supplier.version',
      'supplier.created_at as createdAt',
      'supplier.updated_at as updatedAt',
      'main.city',
      'main.state',
      materialCount.as('materialCount'),
    ]);

const asListed = (query: Matching) =>
  withColumns(query).select(fieldObject(listedSupplierFields, 'supplier', referenceTables).as('listed'));
type Row = Awaited<ReturnType<ReturnType<typeof asListed>['executeTakeFirstOrThrow']>>;

const supplierRowOf = (row: Row): SupplierRow => ({
  id: row.id,
  number: row.number,
  name: row.name,
  ...row.listed,
  city: row.city,
  state: row.state,
  materialCount: row.materialCount,
  version: row.version,
  createdAt: isoText(row.createdAt),
  updatedAt: isoText(row.updatedAt),
});

function filtered(ctx: AccountContext, filter: SupplierFilter): Matching {
  let matching = from(ctx);
  for (const isWithin of withinInstants(ctx, 'supplier.created_at', { from: filter.startDate, to: filter.endDate }))
    matching = matching.where(isWithin);
  if (filter.query) matching = matching.where('supplier.id', 'in', searchIDs(['supplier'], filter.query));
  if (filter.isActive !== undefined) matching = matching.where('supplier.is_active', '=', filter.isActive);
  for (const condition of fieldConditions(supplierFields, 'supplier', filter)) matching = matching.where(condition);
  if (filter.itemIDs)
    matching = matching.where(
      sql<boolean>`exists (select from commerce.supplier_material wanted where wanted.account_id = supplier.account_id
        and wanted.supplier_id = supplier.id and wanted.item_id = any(${filter.itemIDs}::text[]))`,
    );
  return matching;
}

const listParts = (matching: Matching) => ({
  list: listSuppliers,
  id: 'supplier.id' as const,
  matching,
  select: (query: unknown) => asListed(query as Matching),
  order: [['supplier.name', 'asc']] as const,
});

/** A page of suppliers by name, every column computed in one statement. */
export async function findSuppliers(ctx: AccountContext, page: EndpointRequest<typeof listSuppliers>['query']) {
  const { items, count } = await listPage(ctx, {
    ...listParts(filtered(ctx, page)),
    page,
    sortable: {
      name: 'supplier.name',
      // Numbers are digits of growing length: 999 before 1000.
      number: sql<string>`(length(supplier.number), supplier.number)`,
      email: 'supplier.email',
      materialCount,
      createdAt: 'supplier.created_at',
      updatedAt: 'supplier.updated_at',
    },
  });
  return { items: items.map(supplierRowOf), count };
}

/** Ids of the suppliers that a filter matches. */
export const findSupplierIDs = (ctx: AccountContext, filter: SupplierFilter): Promise<string[]> =>
  listIDs(ctx, { ...listParts(filtered(ctx, filter)), page: { take: 0, skip: 0 } });

/** One supplier; 404 for what is not there. */
export async function supplierByID(ctx: AccountContext, id: string): Promise<Supplier> {
  const row = await withColumns(from(ctx))
    .select([
      fieldObject(supplierFields, 'supplier', referenceTables).as('own'),
      'supplier.address_id as addressID',
      partyAddresses('supplier').as('addresses'),
    ])
    .where('supplier.id', '=', id)
    .executeTakeFirst();
  if (!row) throw problems.not_found();
  const located = shownAddresses(row.addresses);
  return {
    id,
    number: row.number,
    name: row.name,
    ...row.own,
    address: located.find((address) => address.id === row.addressID) ?? null,
    addresses: located,
    materialCount: row.materialCount,
    version: row.version,
    createdAt: isoText(row.createdAt),
    updatedAt: isoText(row.updatedAt),
  };
}

/** Suppliers of this number, for duplicates, imports and the palette. */
export const suppliersByNumber = (ctx: AccountContext, number: string): Promise<{ id: string; label: string }[]> =>
  from(ctx)
    .select(['supplier.id', sql<string>`supplier.number || ' ' || supplier.name`.as('label')])
    .where('supplier.number', '=', number.trim())
    .execute();
