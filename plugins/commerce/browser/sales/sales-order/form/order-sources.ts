import { type RecordSource, recordSource } from '@millwright/core/browser';
import { getProduct, listProducts, productTypes } from '@millwright/inventory/contracts';
import { customerStatusNames, getCustomer, listCustomers, priorityCodes } from '../../../../contracts/index.ts';

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
const soldProductSource: RecordSource = {
  ...recordSource(listProducts, { ...productParts, query: { isActive: true } }),
  name: 'soldProducts',
};

const charges = productTypes.filter((type) => type !== 'sale');

/**
 * Those that a customer may order: wares of its product lines, and charges, which belong to none. Null is without a
 * limit.
 */
export function soldProductSourceFor(productLineIDs: readonly string[] | null): RecordSource {
  if (!productLineIDs) return soldProductSource;
  const wares = recordSource(listProducts, { ...productParts, query: { isActive: true, productLineIDs } });
  const others = recordSource(listProducts, { ...productParts, query: { isActive: true, productTypes: charges } });
  return {
    ...soldProductSource,
    name: `soldProducts ${productLineIDs.join()}`,
    async search(client, text, signal) {
      const found = await Promise.all([wares.search(client, text, signal), others.search(client, text, signal)]);
      const options = new Map(found.flat().map((option) => [option.value, option]));
      return [...options.values()].sort((one, other) => one.label.localeCompare(other.label));
    },
  };
}

const priorityNames = { low: 'Low', normal: 'Normal', high: 'High' } as const;

/** Priorities by code, for filters. */
export const orderPriorityOptions = priorityCodes.map((value) => ({ value, label: priorityNames[value] }));
