import { booleanText, crudEndpoints, endpoint, idOf, repeated } from '@millwright/core/contracts';
import { z } from 'zod';
import {
  contactName,
  contactOwner,
  customerContactFields,
  customerPapers,
  paperRecipients,
  portalPersonKind,
} from './contact-fields.ts';

type CustomerPaper = keyof typeof customerPapers;
const papers = Object.keys(customerPapers) as [CustomerPaper, ...CustomerPaper[]];

/** People of a customer whom one calls or mails. They have no sign-in; one may be tied to a portal person. */
export const customerContacts = crudEndpoints({
  one: 'CustomerContact',
  many: 'CustomerContacts',
  words: ['customer contact', 'customer contacts'],
  path: '/v1/customer-contacts',
  domain: 'customers',
  prefix: 'cnt',
  fields: customerContactFields,
  row: {
    name: z.string(),
    customer: contactOwner,
    ...customerContactFields.reply,
    /** The sign-in in the customer portal of the same person; null for none. */
    person: portalPersonKind.shown.nullable(),
  },
  sortBy: ['name', 'customer', 'jobTitle', 'email', 'createdAt'],
  filters: {
    customerIDs: repeated(z.string().max(100)),
    isMain: booleanText,
    /** Contacts that get one of these papers. */
    gets: repeated(z.enum(papers, { error: `Must be one of ${papers.join(', ')}` })),
  },
  body: {
    customerID: idOf('cus', 'Customer is required'),
    name: contactName,
    ...customerContactFields.input,
    personID: portalPersonKind.id.nullish(),
  },
  fixed: ['customerID'],
});

export const {
  list: listCustomerContacts,
  get: getCustomerContact,
  create: createCustomerContact,
  update: updateCustomerContact,
  remove: deleteCustomerContact,
} = customerContacts;
export type CustomerContact = z.output<typeof customerContacts.row>;

/** Who gets a paper of a customer unless the document says so, and everybody who could. 404 for an unknown customer. */
export const getCustomerRecipients = endpoint({
  name: 'getCustomerRecipients',
  method: 'GET',
  path: '/v1/customers/{customerID}/recipients',
  permission: 'customers:read',
  summary: 'Lists who gets a paper of a customer by mail.',
  query: z.strictObject({ paper: z.enum(papers, { error: `Must be one of ${papers.join(', ')}` }) }),
  reply: paperRecipients,
});
