import { type Option, type RecordSource, recordSource } from '@millwright/core/browser';
import { getTeamUser, listTeamUsers, type TeamUserRow } from '@millwright/core/contracts';
import {
  getCategory,
  getItem,
  getProduct,
  getProductLine,
  getUnit,
  listCategories,
  listItems,
  listProductLines,
  listProducts,
  listProperties,
  listUnits,
  type Property,
} from '@millwright/inventory/contracts';
import {
  accountGroupTypeNames,
  createAccountGroup,
  createCustomer,
  createSupplier,
  getAccountGroup,
  getCarrier,
  getCustomer,
  getPaymentTerm,
  getPriority,
  getShippingTerm,
  getSupplier,
  listAccountGroups,
  listCarriers,
  listCustomers,
  listPaymentTerms,
  listPriorities,
  listShippingTerms,
  listSuppliers,
} from '../../contracts/index.ts';

/** Customers by name, with their number. */
export const customerSource = recordSource(listCustomers, {
  option: (customer) => ({ value: customer.id, label: customer.name, hint: customer.number }),
  one: getCustomer,
  create: { noun: 'customer', endpoint: createCustomer },
});

/** Active suppliers by name, with their number. */
export const supplierSource = recordSource(listSuppliers, {
  option: (supplier) => ({ value: supplier.id, label: supplier.name, hint: supplier.number }),
  one: getSupplier,
  query: { isActive: true },
  create: { noun: 'supplier', endpoint: createSupplier },
});

/** Items of all types by SKU, with their description. */
export const itemSource = recordSource(listItems, {
  option: (item) => ({ value: item.id, label: item.sku, hint: item.description }),
  one: getItem,
});

/** Products by SKU, with their description. */
export const productSource = recordSource(listProducts, {
  option: (product) => ({ value: product.id, label: product.sku, hint: product.description }),
  one: getProduct,
});

/** Categories of products by name. */
export const productCategorySource = recordSource(listCategories, {
  option: (category) => ({ value: category.id, label: category.name }),
  one: getCategory,
  query: { type: 'product' },
});

/** Units by name. */
export const unitSource = recordSource(listUnits, {
  option: (unit) => ({ value: unit.id, label: unit.name, hint: unit.description }),
  one: getUnit,
});

const attributesOf = ({ name, attributes }: Property): Option[] =>
  attributes.map((attribute) => ({ value: attribute.id, label: `${name}: ${attribute.name}` }));

/** Attributes with their property: `Color: Black`. */
export const attributeSource: RecordSource = {
  name: 'attributes of all properties',
  needs: ['categories:read'],
  async search(client, text, signal) {
    const { items } = await client.call(listProperties, { query: { query: text || undefined, take: 50 } }, { signal });
    const needle = text.trim().toLowerCase();
    return items
      .flatMap(attributesOf)
      .filter(({ label }) => label.toLowerCase().includes(needle))
      .slice(0, 100);
  },
  async one(client, id) {
    const { items } = await client.call(listProperties, { query: { take: 500 } });
    return items.flatMap(attributesOf).find(({ value }) => value === id) ?? { value: id, label: 'Attribute' };
  },
};

/** Product lines by name. */
export const productLineSource = recordSource(listProductLines, {
  option: (line) => ({ value: line.id, label: line.name }),
  one: getProductLine,
});

/** Customer groups of both kinds by name. */
export const customerGroupSource = recordSource(listAccountGroups, {
  option: (group) => ({ value: group.id, label: group.name, hint: accountGroupTypeNames[group.typeCode] }),
  one: getAccountGroup,
});

/** Recipients of a price: customers and groups of both kinds. */
export const priceRecipientSource: RecordSource = {
  name: 'priceRecipients',
  needs: ['customers:read', 'customer_groups:read'],
  async search(client, text, signal) {
    const found = await Promise.all([
      customerGroupSource.search(client, text, signal),
      customerSource.search(client, text, signal),
    ]);
    return found.flat();
  },
  one: (client, id) => {
    const source = id.startsWith('cus_') ? customerSource : customerGroupSource;
    return source.one?.(client, id) ?? Promise.resolve({ value: id, label: id });
  },
};

/** Customer types by name. */
export const customerTypeSource = recordSource(listAccountGroups, {
  option: (group) => ({ value: group.id, label: group.name }),
  one: getAccountGroup,
  query: { type: 'customer_type' },
  create: { noun: 'customer type', endpoint: createAccountGroup, body: { typeCode: 'customer_type' } },
});

/** Price groups by name. */
export const priceGroupSource = recordSource(listAccountGroups, {
  option: (group) => ({ value: group.id, label: group.name }),
  one: getAccountGroup,
  query: { type: 'price_group' },
  create: { noun: 'price group', endpoint: createAccountGroup, body: { typeCode: 'price_group' } },
});

/** Carriers by name. */
export const carrierSource = recordSource(listCarriers, {
  option: (carrier) => ({ value: carrier.id, label: carrier.name }),
  one: getCarrier,
});

/** Payment terms by name. */
export const paymentTermSource = recordSource(listPaymentTerms, {
  option: (term) => ({ value: term.id, label: term.name }),
  one: getPaymentTerm,
});

/** Shipping terms by name. */
export const shippingTermSource = recordSource(listShippingTerms, {
  option: (term) => ({ value: term.id, label: term.name }),
  one: getShippingTerm,
});

/** Priorities, the least urgent first. */
export const prioritySource = recordSource(listPriorities, {
  option: (priority) => ({ value: priority.id, label: priority.name }),
  one: getPriority,
});

/** Services of all carriers, for filters: 'UPS Ground'. */
export const carrierOptionSource: RecordSource = {
  name: 'carrierOptions',
  needs: ['carriers:read'],
  async search(client, text) {
    const { items } = await client.call(listCarriers, { query: { take: 500 } });
    const needle = text.trim().toLowerCase();
    return items
      .flatMap((carrier) =>
        carrier.options.map((option) => ({
          value: option.id,
          label: `${carrier.name} ${option.name}`,
          hint: option.code,
        })),
      )
      .filter(({ label, hint }) => `${label} ${hint}`.toLowerCase().includes(needle));
  },
};

interface Named {
  id: string;
  name: string;
}

/**
 * Sales staff: all members of the account itself, sales reps first. The paths of the people API need the account's id.
 */
export const salesRepSource = (accountID: string): RecordSource => {
  const option = ({ id, name, email, role }: Pick<TeamUserRow, 'id' | 'name' | 'email' | 'role'>): Option => ({
    value: id,
    label: name,
    hint: role.type === 'sales_rep' ? role.name : email,
  });
  return {
    name: 'salesReps',
    needs: ['team_users:read'],
    async search(client, text) {
      const query = { take: 50, query: text || undefined, roleType: ['sales_rep', 'admin', 'user'] as const };
      const { items } = await client.call(listTeamUsers, {
        params: { accountID },
        query: { ...query, roleType: [...query.roleType] },
      });
      const isRep = (member: TeamUserRow): number => Number(member.role.type === 'sales_rep');
      return items.sort((left, right) => isRep(right) - isRep(left)).map(option);
    },
    known: (member) => ({ value: (member as Named).id, label: (member as Named).name }),
    async one(client, id) {
      return option(await client.call(getTeamUser, { params: { accountID, userID: id } }));
    },
  };
};

/** People who sign in to the portal of a customer. */
export const portalPersonSource = (customerID: string): RecordSource => {
  const option = ({ id, name, email }: Pick<TeamUserRow, 'id' | 'name' | 'email'>): Option => ({
    value: id,
    label: name,
    hint: email,
  });
  return {
    name: `portalPeople ${customerID}`,
    needs: ['team_users:read'],
    async search(client, text) {
      if (!customerID) return [];
      const query = { take: 50, query: text || undefined };
      const { items } = await client.call(listTeamUsers, { params: { accountID: customerID }, query });
      return items.map(option);
    },
    known: (member) => ({ value: (member as Named).id, label: (member as Named).name }),
    async one(client, id) {
      return option(await client.call(getTeamUser, { params: { accountID: customerID, userID: id } }));
    },
  };
};
