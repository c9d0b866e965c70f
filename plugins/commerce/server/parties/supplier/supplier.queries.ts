import type { Address, EndpointRequest } from '@millwright/core/contracts';
import { type AccountContext, among, projection, since, sql, upTo } from '@millwright/core/server';
import { listSuppliers, supplierFields, suppliers } from '../../../contracts/index.ts';
import type { Tables } from '../../tables.ts';
import { partyAddresses, shownAddresses } from '../party/party-addresses.ts';
import { referenceTables } from '../reference-tables.ts';

const materialCount = sql<number>`(select count(*)::int from commerce.supplier_material supplied
  where supplied.account_id = supplier.account_id and supplied.supplier_id = supplier.id)`;

/** Suppliers by name. */
export const supplierRows = projection(suppliers.listRow, {
  list: listSuppliers,
  table: 'commerce.supplier',
  fields: supplierFields,
  tables: referenceTables,
  joins: { main: { table: 'core.v_party_addresses', id: 'supplier.address_id' } },
  computed: { city: sql`main.city`, state: sql`main.state`, materialCount },
  search: { document: 'supplier' },
  // Numbers have digits of growing length: 999 comes before 1000.
  sortable: { number: sql`(length(supplier.number), supplier.number)` },
  filters: {
    itemIDs: (ids) => sql<boolean>`exists (select from commerce.supplier_material wanted
      where wanted.account_id = supplier.account_id and wanted.supplier_id = supplier.id
        and ${among('wanted.item_id', ids)})`,
    startDate: since('supplier.created_at'),
    endDate: upTo('supplier.created_at'),
  },
  order: ['name'],
});

/** One supplier; 404 for an unknown id. */
export const { byID: supplierByID } = projection<
  typeof suppliers.row,
  EndpointRequest<typeof listSuppliers>['query'],
  'address' | 'addresses',
  typeof supplierFields,
  { located: Address[]; addressID: string | null }
>(suppliers.row, {
  list: listSuppliers,
  table: 'commerce.supplier',
  fields: supplierFields,
  tables: referenceTables,
  computed: { materialCount },
  extra: { located: partyAddresses('supplier'), addressID: sql`supplier.address_id` },
  derived: {
    address: ({ located, addressID }) => shownAddresses(located).find(({ id }) => id === addressID) ?? null,
    addresses: ({ located }) => shownAddresses(located),
  },
  search: ['name'],
  order: ['name'],
});

/** Suppliers with this number, for duplicates, imports and search. */
export const suppliersByNumber = (ctx: AccountContext, number: string): Promise<{ id: string; label: string }[]> =>
  ctx.em
    .query<Tables>()
    .selectFrom('commerce.supplier as supplier')
    .select(['supplier.id', sql<string>`supplier.number || ' ' || supplier.name`.as('label')])
    .where('supplier.account_id', '=', ctx.account.id)
    .where('supplier.number', '=', number.trim())
    .execute();
