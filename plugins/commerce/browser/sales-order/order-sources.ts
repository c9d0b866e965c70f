import { type RecordSource, recordSource } from '@millwright/core/browser';
import { getProduct, listProducts } from '@millwright/inventory/contracts';
import { customerStatusNames, getCustomer, listCustomers, priorityCodes } from '../../contracts/index.ts';

/** Customers by name, with number and what holds them up. */
export const orderCustomerSource: RecordSource = {
  ...recordSource(listCustomers, {
    option: ({ id, name, number, status }) => ({
      value: id,
      label: name,
      hint: status.startsWith('hold') ? `${number} · ${customerStatusNames[status]}` : number,
    }),
    one: getCustomer,
  }),
  name: 'orderCustomers',
};

const productParts = {
  option: ({ id, sku, description }: { id: string; sku: string; description: string }) => ({
    value: id,
    label: sku,
    hint: description,
  }),
  one: getProduct,
};

/** Products by SKU, with their description. */
export const orderProductSource: RecordSource = { ...recordSource(listProducts, productParts), name: 'products' };

/** Those that are sold today. */
export const soldProductSource: RecordSource = {
  ...recordSource(listProducts, { ...productParts, query: { isActive: true } }),
  name: 'soldProducts',
};

const priorityNames = { low: 'Low', normal: 'Normal', high: 'High' } as const;

/** Priorities by code, for filters. */
export const orderPriorityOptions = priorityCodes.map((value) => ({ value, label: priorityNames[value] }));
