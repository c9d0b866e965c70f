import {
  accountGroupTypeNames,
  getAccountGroup,
  getCustomer,
  getSalesOrder,
  getSupplier,
  listAccountGroups,
  listCustomers,
  listSalesOrders,
  listSuppliers,
} from '@millwright/commerce/contracts';
import { type Option, type RecordSource, recordSource } from '@millwright/core/browser';
import { getTeamUser, listTeamUsers, type TeamUserRow } from '@millwright/core/contracts';
import {
  getItem,
  getProductLine,
  getStorageLocation,
  listItems,
  listLots,
  listProductLines,
  listStorageLocations,
} from '@millwright/inventory/contracts';
import type { FilterName } from '../../contracts/index.ts';

const member = ({ id, name, role }: Pick<TeamUserRow, 'id' | 'name' | 'role'>): Option => ({
  value: id,
  label: name,
  hint: role.name,
});

/** Record sources of the filters; the source of people needs the account, because their paths contain it. */
export const filterSources: Readonly<Record<FilterName, { label: string; source(accountID: string): RecordSource }>> = {
  productLineIDs: {
    label: 'Product line',
    source: () =>
      recordSource(listProductLines, { option: ({ id, name }) => ({ value: id, label: name }), one: getProductLine }),
  },
  customerIDs: {
    label: 'Customer',
    source: () =>
      recordSource(listCustomers, {
        option: ({ id, name, number }) => ({ value: id, label: name, hint: number }),
        one: getCustomer,
      }),
  },
  customerGroupIDs: {
    label: 'Customer group',
    source: () =>
      recordSource(listAccountGroups, {
        option: ({ id, name, typeCode }) => ({ value: id, label: name, hint: accountGroupTypeNames[typeCode] }),
        one: getAccountGroup,
      }),
  },
  salesRepIDs: {
    label: 'Sales rep',
    source: (accountID) => ({
      name: 'salesRepsOfReports',
      needs: ['team_users:read'],
      async search(client, text) {
        const { items } = await client.call(listTeamUsers, {
          params: { accountID },
          query: { take: 50, query: text || undefined, roleType: ['sales_rep', 'admin', 'user'] },
        });
        return items.map(member);
      },
      one: async (client, userID) => member(await client.call(getTeamUser, { params: { accountID, userID } })),
    }),
  },
  itemIDs: {
    label: 'Item',
    source: () =>
      recordSource(listItems, {
        option: ({ id, sku, description }) => ({ value: id, label: sku, hint: description }),
        one: getItem,
      }),
  },
  salesOrderIDs: {
    label: 'Sales order',
    source: () =>
      recordSource(listSalesOrders, {
        option: ({ id, number, customer }) => ({
          value: id,
          label: number,
          ...(customer ? { hint: customer.name } : {}),
        }),
        one: getSalesOrder,
      }),
  },
  supplierIDs: {
    label: 'Supplier',
    source: () =>
      recordSource(listSuppliers, {
        option: ({ id, name, number }) => ({ value: id, label: name, hint: number }),
        one: getSupplier,
      }),
  },
  storageLocationIDs: {
    label: 'Place',
    source: () =>
      recordSource(listStorageLocations, {
        option: ({ id, name }) => ({ value: id, label: name }),
        one: getStorageLocation,
      }),
  },
  lotIDs: {
    label: 'Lot',
    source: () => recordSource(listLots, { option: ({ id, lotNumber }) => ({ value: id, label: lotNumber }) }),
  },
};

/** Path of a record behind a figure. */
export const pathOf = (type: string, id: string): string | undefined =>
  ({
    sales_order: `/dashboard/sales-orders/${id}`,
    invoice: `/dashboard/invoices/${id}`,
    transaction: `/dashboard/transactions/${id}`,
    customer: `/dashboard/customers/${id}`,
    product: `/dashboard/products/${id}`,
    part: `/dashboard/parts/${id}`,
    material: `/dashboard/materials/${id}`,
    supply: `/dashboard/supplies/${id}`,
    batch: `/dashboard/batch-flow/${id}`,
  })[type];
