import type { EndpointRequest } from '@millwright/core/contracts';
import { Member, named, otherName, projection, referenceAggregate, sql } from '@millwright/core/server';
import {
  customerContactFields,
  customerContacts,
  listCustomerContacts,
  listSupplierContacts,
  supplierContactFields,
  supplierContacts,
} from '../../../contracts/index.ts';
import { Customer } from '../customer/customer.entity.ts';
import { Supplier } from '../supplier/supplier.entity.ts';
import { CustomerContact, SupplierContact } from './contact.entity.ts';
import { contactImport } from './contact-import.ts';
import { type ContactKindName, contactKinds, contactPlace, getsColumn } from './contact-kind.ts';
import { refuseOtherPerson, refuseUnfitContact, refuseUnknownOwner } from './contact-rules.ts';

const ownerFields = ['id', 'number', 'name'] as const;

/** Contacts that get one of these papers. */
const getsOneOf = (kind: ContactKindName, papers: readonly string[]) => {
  const { type, papers: known } = contactKinds[kind];
  const fields = Object.entries<string>(known).flatMap(([paper, field]) => (papers.includes(paper) ? field : []));
  return sql<boolean>`(${sql.join(
    fields.map((field) => sql.ref(`${type}.${getsColumn(field)}`)),
    sql` or `,
  )})`;
};

const ofCustomers = projection<
  typeof customerContacts.row,
  EndpointRequest<typeof listCustomerContacts>['query'],
  never,
  typeof customerContactFields
>(customerContacts.row, {
  list: listCustomerContacts,
  table: 'commerce.customer_contact',
  fields: customerContactFields,
  computed: {
    customer: named('commerce.customer', 'customer_contact.customer_id', ownerFields),
    person: named('core.v_members', 'customer_contact.person_id', ['id', 'name', 'email']),
  },
  sortable: { customer: otherName('commerce.customer', 'customer_contact.customer_id') },
  search: ['name', 'jobTitle', 'email', 'phone', otherName('commerce.customer', 'customer_contact.customer_id')],
  filters: {
    customerIDs: (ids) => sql<boolean>`customer_contact.customer_id = any(${ids}::text[])`,
    gets: (papers) => getsOneOf('customer', papers),
  },
  order: ['name'],
});

const ofSuppliers = projection<
  typeof supplierContacts.row,
  EndpointRequest<typeof listSupplierContacts>['query'],
  never,
  typeof supplierContactFields
>(supplierContacts.row, {
  list: listSupplierContacts,
  table: 'commerce.supplier_contact',
  fields: supplierContactFields,
  computed: { supplier: named('commerce.supplier', 'supplier_contact.supplier_id', ownerFields) },
  sortable: { supplier: otherName('commerce.supplier', 'supplier_contact.supplier_id') },
  search: ['name', 'jobTitle', 'email', 'phone', otherName('commerce.supplier', 'supplier_contact.supplier_id')],
  filters: {
    supplierIDs: (ids) => sql<boolean>`supplier_contact.supplier_id = any(${ids}::text[])`,
    gets: (papers) => getsOneOf('supplier', papers),
  },
  order: ['name'],
});

/** Routes and commands of contacts of customers. */
export const customerContactRecord = referenceAggregate({
  entity: CustomerContact,
  table: 'commerce.customer_contact',
  endpoints: customerContacts,
  view: ofCustomers,
  fields: ['name', ...customerContactFields.names, 'person'],
  facts: (contact) => ({ ...contact, person: contact.person?.name ?? null }),
  subtitle: ({ jobTitle, customer }) => contactPlace(jobTitle, customer.name),
  async data(ctx, { customerID, personID, ...fields }) {
    if (customerID !== undefined) await refuseUnknownOwner(ctx, 'customer', customerID);
    return {
      ...fields,
      ...(customerID === undefined ? {} : { customer: ctx.em.reference(Customer, customerID) }),
      ...(personID === undefined ? {} : { person: personID === null ? null : ctx.em.reference(Member, personID) }),
    };
  },
  async refuse(ctx, contact, { personID }) {
    await refuseUnfitContact(ctx, 'customer', contact, contact.customer.id);
    if (personID) await refuseOtherPerson(ctx, personID, contact.customer.id);
  },
  import: contactImport('customer'),
});

/** Routes and commands of contacts of suppliers. */
export const supplierContactRecord = referenceAggregate({
  entity: SupplierContact,
  table: 'commerce.supplier_contact',
  endpoints: supplierContacts,
  view: ofSuppliers,
  fields: ['name', ...supplierContactFields.names],
  subtitle: ({ jobTitle, supplier }) => contactPlace(jobTitle, supplier.name),
  async data(ctx, { supplierID, ...fields }) {
    if (supplierID !== undefined) await refuseUnknownOwner(ctx, 'supplier', supplierID);
    return {
      ...fields,
      ...(supplierID === undefined ? {} : { supplier: ctx.em.reference(Supplier, supplierID) }),
    };
  },
  refuse: (ctx, contact) => refuseUnfitContact(ctx, 'supplier', contact, contact.supplier.id),
  import: contactImport('supplier'),
});
