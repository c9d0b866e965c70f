import { getCustomer, listCustomers } from '@millwright/commerce/contracts';
import { recordSource } from '@millwright/core/browser';
import { getProduct, getUnit, listProducts, listUnits } from '@millwright/inventory/contracts';
import { getEdiConnection, getEdiPartner, listEdiConnections, listEdiPartners } from '../contracts/index.ts';

/** Customers by name, with their number. */
export const customerSource = recordSource(listCustomers, {
  option: ({ id, name, number }) => ({ value: id, label: name, hint: number }),
  one: getCustomer,
});

/** Products by SKU, with their description. */
export const productSource = recordSource(listProducts, {
  option: ({ id, sku, description }) => ({ value: id, label: sku, hint: description }),
  one: getProduct,
});

/** Units by name. */
export const unitSource = recordSource(listUnits, {
  option: ({ id, name, description }) => ({ value: id, label: name, hint: description }),
  one: getUnit,
});

/** Connections by name. */
export const connectionSource = recordSource(listEdiConnections, {
  option: ({ id, name }) => ({ value: id, label: name }),
  one: getEdiConnection,
});

/** Partners by name. */
export const partnerSource = recordSource(listEdiPartners, {
  option: ({ id, name, theirID }) => ({ value: id, label: name, hint: theirID }),
  one: getEdiPartner,
});
