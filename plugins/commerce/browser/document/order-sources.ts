import { type RecordSource, recordSource } from '@millwright/core/browser';
import { holdStates } from '@millwright/core/contracts';
import { findProducts, getProduct, listProducts, type Product, productTypes } from '@millwright/inventory/contracts';
import { createCustomer, getCustomer, listCustomers } from '../../contracts/index.ts';

/** Customers by name, with number and hold reason. */
export const orderCustomerSource: RecordSource = {
  ...recordSource(listCustomers, {
    option: ({ id, name, number, status }) => ({
      value: id,
      label: name,
      hint: status.startsWith('hold') ? `${number} · ${holdStates.names[status]}` : number,
    }),
    one: getCustomer,
    create: { noun: 'customer', endpoint: createCustomer },
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

/** Finds all SKUs of a paste in one call. Products that are not offered count as not found. */
const exactProducts =
  (isOffered: (product: Product) => boolean): NonNullable<RecordSource['exact']> =>
  async (client, skus) => {
    const { items } = await client.call(findProducts, { body: { skus: [...skus] } });
    const bySKU = new Map(items.filter(isOffered).map((product) => [product.sku.toLowerCase(), product]));
    return new Map(
      skus.flatMap((sku) => {
        const product = bySKU.get(sku.toLowerCase());
        return product ? [[sku, productParts.option(product)] as const] : [];
      }),
    );
  };

/** Products by SKU, with their description. */
export const orderProductSource: RecordSource = {
  ...recordSource(listProducts, productParts),
  name: 'products',
  exact: exactProducts(() => true),
};

/** Active products only. */
const soldProductSource: RecordSource = {
  ...recordSource(listProducts, { ...productParts, query: { isActive: true } }),
  name: 'soldProducts',
  exact: exactProducts(({ isActive }) => isActive),
};

const charges = productTypes.filter((type) => type !== 'sale');

/**
 * Products that a customer may order: goods of its product lines, and charges, which have no product line. Null means
 * no limit.
 */
export function soldProductSourceFor(productLineIDs: readonly string[] | null): RecordSource {
  if (!productLineIDs) return soldProductSource;
  const wares = recordSource(listProducts, { ...productParts, query: { isActive: true, productLineIDs } });
  const others = recordSource(listProducts, { ...productParts, query: { isActive: true, productTypes: charges } });
  return {
    ...soldProductSource,
    name: `soldProducts ${productLineIDs.join()}`,
    exact: exactProducts(
      ({ isActive, productType, productLine }) =>
        isActive && (productType !== 'sale' || (productLine !== null && productLineIDs.includes(productLine.id))),
    ),
    async search(client, text, signal) {
      const found = await Promise.all([wares.search(client, text, signal), others.search(client, text, signal)]);
      const options = new Map(found.flat().map((option) => [option.value, option]));
      return [...options.values()].sort((one, other) => one.label.localeCompare(other.label));
    },
  };
}
