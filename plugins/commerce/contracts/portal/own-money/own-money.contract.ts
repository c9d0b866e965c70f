import {
  addressInput,
  addressPatch,
  binaryReply,
  booleanText,
  emailAddress,
  endpoint,
  filterValue,
  isoDate,
  listOf,
  listQuery,
  memberStates,
  noContent,
  partyAddress,
  personName,
  repeated,
  shownMoney,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { invoiceStates } from '../../document/invoice-states.ts';
import { asCustomer } from '../storefront/storefront.contract.ts';

/** An invoice in the customer's own list. */
export const ownInvoiceRow = z.object({
  id: z.string(),
  number: z.string(),
  orderID: z.string().nullable(),
  orderNumber: z.string().nullable(),
  customerPO: z.string().nullable(),
  date: z.iso.date(),
  dueAt: z.iso.date(),
  total: shownMoney,
  open: shownMoney,
  status: z.enum([...invoiceStates.codes, 'overdue']),
});
export type OwnInvoiceRow = z.output<typeof ownInvoiceRow>;

/** The customer's invoices, the newest first. */
export const listOwnInvoices = endpoint({
  name: 'listOwnInvoices',
  method: 'GET',
  path: '/v1/portal/invoices',
  permission: 'customer_portal:read',
  customers: 'own invoices',
  summary: 'Lists the own invoices.',
  query: listQuery({
    sortBy: ['date', 'number', 'dueAt', 'total', 'open'],
    filters: {
      isOpen: booleanText,
      invoiceIDs: repeated(z.string().max(100)),
      ...asCustomer,
    },
  }),
  reply: listOf(ownInvoiceRow),
});

export const getOwnInvoicePDF = endpoint({
  name: 'getOwnInvoicePDF',
  method: 'GET',
  path: '/v1/portal/invoices/{invoiceID}/pdf',
  outside: true,
  isLong: true,
  permission: 'customer_portal:read',
  customers: 'own invoices',
  summary: 'An own invoice as a PDF.',
  query: z.strictObject(asCustomer),
  reply: binaryReply('application/pdf'),
});

/** The customer's payments and credits, the newest first. */
export const listOwnPayments = endpoint({
  name: 'listOwnPayments',
  method: 'GET',
  path: '/v1/portal/payments',
  permission: 'customer_portal:read',
  customers: 'own payments',
  summary: 'Lists the own payments and credits.',
  query: listQuery({ sortBy: ['date', 'number', 'amount'], filters: asCustomer }),
  reply: listOf(
    z.object({
      id: z.string(),
      number: z.string(),
      type: z.string(),
      method: z.string().nullable(),
      date: z.iso.date(),
      amount: shownMoney,
      open: shownMoney,
      reference: z.string().nullable(),
      isVoid: z.boolean(),
    }),
  ),
});

/** The customer's balance of today. */
export const getOwnBalance = endpoint({
  name: 'getOwnBalance',
  method: 'GET',
  path: '/v1/portal/balance',
  permission: 'customer_portal:read',
  customers: 'what they owe',
  summary: 'Reads what is open.',
  query: z.strictObject(asCustomer),
  reply: z.object({
    total: shownMoney,
    overdue: z.number(),
    credits: z.number(),
    balance: z.number(),
    /** Number of open invoices, which can be paid by card. Debits are only included in the total. */
    openCount: z.int(),
  }),
});

export const getOwnStatement = endpoint({
  name: 'getOwnStatement',
  method: 'GET',
  path: '/v1/portal/statement',
  outside: true,
  isLong: true,
  permission: 'customer_portal:read',
  customers: 'what they owe',
  summary: 'The own statement as a PDF.',
  query: z.strictObject({ cutoffDate: filterValue(isoDate), ...asCustomer }),
  reply: binaryReply('application/pdf'),
});

/** Addresses of the customer. */
export const listOwnAddresses = endpoint({
  name: 'listOwnAddresses',
  method: 'GET',
  path: '/v1/portal/addresses',
  permission: 'customer_portal:read',
  customers: 'own addresses',
  summary: 'Lists the own addresses.',
  query: listQuery({ sortBy: ['name', 'city'], filters: asCustomer }),
  reply: listOf(partyAddress),
});

export const createOwnAddress = endpoint({
  name: 'createOwnAddress',
  method: 'POST',
  path: '/v1/portal/addresses',
  permission: 'customer_portal:create',
  customers: 'own addresses',
  summary: 'Adds an own address.',
  body: addressInput,
  reply: partyAddress,
});

export const updateOwnAddress = endpoint({
  name: 'updateOwnAddress',
  method: 'PATCH',
  path: '/v1/portal/addresses/{addressID}',
  permission: 'customer_portal:update',
  customers: 'own addresses',
  summary: 'Changes an own address.',
  body: addressPatch.extend({ version: z.int().optional() }),
  reply: partyAddress,
});

export const deleteOwnAddress = endpoint({
  name: 'deleteOwnAddress',
  method: 'DELETE',
  path: '/v1/portal/addresses/{addressID}',
  permission: 'customer_portal:delete',
  customers: 'own addresses',
  summary: 'Deletes an own address.',
  reply: noContent,
});

/** A person of the customer. */
export const ownPerson = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  status: memberStates.code,
  invitedAt: z.string().nullable(),
  joinedAt: z.string().nullable(),
  /** Whether this is the caller. */
  isSelf: z.boolean(),
  version: z.int(),
});
export type OwnPerson = z.output<typeof ownPerson>;

export const listOwnPeople = endpoint({
  name: 'listOwnPeople',
  method: 'GET',
  path: '/v1/portal/people',
  permission: 'customer_portal:read',
  customers: 'own people',
  summary: 'Lists the people of the own company.',
  query: z.strictObject(asCustomer),
  reply: listOf(ownPerson),
});

/** Invites a colleague to the portal of the caller's own company only. */
export const inviteOwnPerson = endpoint({
  name: 'inviteOwnPerson',
  method: 'POST',
  path: '/v1/portal/people',
  permission: 'customer_portal:create',
  customers: 'own people',
  summary: 'Invites a colleague.',
  body: z.strictObject({ name: personName(), email: emailAddress }),
  reply: ownPerson,
});

export const changeOwnPerson = endpoint({
  name: 'changeOwnPerson',
  method: 'PATCH',
  path: '/v1/portal/people/{personID}',
  permission: 'customer_portal:update',
  customers: 'own people',
  summary: 'Keeps a colleague out, lets them in again, or invites them anew.',
  body: z.strictObject({
    status: z.enum(['active', 'deactivated']).optional(),
    invite: z.boolean().optional(),
    version: z.int().optional(),
  }),
  reply: ownPerson,
});
