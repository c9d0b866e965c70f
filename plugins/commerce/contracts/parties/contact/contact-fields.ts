import {
  declareFlag,
  declareText,
  emailAddress,
  fieldTable,
  idOf,
  namedRecord,
  noteText,
  phoneNumber,
  referencedKind,
  requiredLine,
  singleLine,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { optionalText } from '../../document/optional-text.ts';

const section = 'mail';

/** Name of a contact; unique among the contacts of its customer or supplier. */
export const contactName = requiredLine(100, 'Name is required');

/** Whom one calls: fields of the contacts of customers and suppliers alike. */
const personFields = {
  jobTitle: declareText({
    label: 'Job title',
    input: optionalText(singleLine(100)),
    synonyms: ['title', 'position', 'role'],
    example: 'Buyer',
  }),
  phone: declareText({
    label: 'Phone',
    control: 'tel',
    input: optionalText(phoneNumber),
    synonyms: ['telephone', 'mobile', 'phone number'],
    example: '+1 218 555 0142',
  }),
  email: declareText({
    label: 'Email',
    control: 'email',
    input: optionalText(emailAddress),
    synonyms: ['e-mail', 'mail', 'email address'],
    example: 'dana@prairie-farm.test',
  }),
  isMain: declareFlag({
    label: 'Main contact',
    description: 'At most one of a customer or supplier',
    synonyms: ['main', 'primary', 'primary contact', 'is main'],
  }),
  note: declareText({
    label: 'Note',
    control: 'note',
    input: optionalText(noteText),
    synonyms: ['notes', 'comment'],
    example: 'Mornings only',
  }),
} as const;

/** Papers that go to contacts of a customer, with the field that says so. */
export const customerPapers = {
  order: 'getsOrders',
  shipment: 'getsShipments',
  invoice: 'getsInvoices',
  statement: 'getsStatements',
  dates: 'getsDates',
} as const;

/** Papers that go to contacts of a supplier, with the field that says so. */
export const supplierPapers = { purchase_order: 'getsPurchaseOrders', overdue: 'getsOverdue' } as const;

/** Fields of a customer's contact besides its name, customer and portal person. */
export const customerContactFields = fieldTable({
  ...personFields,
  getsOrders: declareFlag({
    label: 'Gets order acknowledgements',
    section,
    synonyms: ['orders', 'order acknowledgements', 'gets orders'],
  }),
  getsShipments: declareFlag({
    label: 'Gets shipping notices',
    section,
    synonyms: ['shipments', 'shipping notices', 'gets shipments'],
  }),
  getsInvoices: declareFlag({ label: 'Gets invoices', section, synonyms: ['invoices', 'billing'] }),
  getsStatements: declareFlag({ label: 'Gets statements', section, synonyms: ['statements'] }),
  getsDates: declareFlag({ label: 'Gets news of dates that move', section, synonyms: ['dates', 'gets dates'] }),
});

/** Fields of a supplier's contact besides its name and supplier. */
export const supplierContactFields = fieldTable({
  ...personFields,
  getsPurchaseOrders: declareFlag({
    label: 'Gets purchase orders',
    section,
    synonyms: ['purchase orders', 'orders', 'pos'],
  }),
  getsOverdue: declareFlag({
    label: 'Gets reminders of what is overdue',
    section,
    synonyms: ['overdue', 'reminders', 'gets overdue'],
  }),
});

/** Portal people as references: members who work in a customer's portal; ids are those of memberships. */
export const portalPersonKind = referencedKind({
  type: 'portal_person',
  record: 'member',
  noun: 'portal person',
  id: idOf('mem', 'Portal person is required'),
  shown: namedRecord.extend({ email: z.string() }),
  by: ['name', 'email'],
  needs: 'team_users:read',
});

/** The customer or supplier of a contact in replies. */
export const contactOwner = z.object({ id: z.string(), number: z.string(), name: z.string() });

/** Recipients of a paper. */
export const paperRecipients = z.object({
  /** Who gets it where the document names nobody. */
  recipients: z.array(z.string()),
  /** Everybody with an address, the main contact first; the customer or supplier itself last. */
  known: z.array(z.object({ email: z.string(), name: z.string(), jobTitle: z.string().nullable() })),
});
export type PaperRecipients = z.output<typeof paperRecipients>;
