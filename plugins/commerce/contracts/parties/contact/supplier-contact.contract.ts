import { booleanText, crudEndpoints, endpoint, idOf, repeated } from '@millwright/core/contracts';
import { z } from 'zod';
import { contactName, contactOwner, paperRecipients, supplierContactFields, supplierPapers } from './contact-fields.ts';

type SupplierPaper = keyof typeof supplierPapers;
const papers = Object.keys(supplierPapers) as [SupplierPaper, ...SupplierPaper[]];

/** People of a supplier whom one calls or mails. They have no sign-in. */
export const supplierContacts = crudEndpoints({
  one: 'SupplierContact',
  many: 'SupplierContacts',
  words: ['supplier contact', 'supplier contacts'],
  path: '/v1/supplier-contacts',
  domain: 'suppliers',
  prefix: 'cnt',
  fields: supplierContactFields,
  row: { name: z.string(), supplier: contactOwner, ...supplierContactFields.reply },
  sortBy: ['name', 'supplier', 'jobTitle', 'email', 'createdAt'],
  filters: {
    supplierIDs: repeated(z.string().max(100)),
    isMain: booleanText,
    /** Contacts that get one of these papers. */
    gets: repeated(z.enum(papers, { error: `Must be one of ${papers.join(', ')}` })),
  },
  body: {
    supplierID: idOf('sup', 'Supplier is required'),
    name: contactName,
    ...supplierContactFields.input,
  },
  fixed: ['supplierID'],
});

export const {
  list: listSupplierContacts,
  get: getSupplierContact,
  create: createSupplierContact,
  update: updateSupplierContact,
  remove: deleteSupplierContact,
} = supplierContacts;
export type SupplierContact = z.output<typeof supplierContacts.row>;

/** Who gets a paper of a supplier unless the document says so, and everybody who could. 404 for an unknown supplier. */
export const getSupplierRecipients = endpoint({
  name: 'getSupplierRecipients',
  method: 'GET',
  path: '/v1/suppliers/{supplierID}/recipients',
  permission: 'suppliers:read',
  summary: 'Lists who gets a paper of a supplier by mail.',
  query: z.strictObject({ paper: z.enum(papers, { error: `Must be one of ${papers.join(', ')}` }) }),
  reply: paperRecipients,
});
