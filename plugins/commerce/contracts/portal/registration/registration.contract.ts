import {
  addressSnapshot,
  booleanText,
  declareStates,
  endpoint,
  listOf,
  listQuery,
  nameLine,
  noteText,
  recordShape,
  registrationAsked,
  registrationFlowPublic,
  registrationOutcome,
  registrationProof,
  registrationReceipt,
  repeated,
  requiredLine,
  widgetPath,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { optionalText } from '../../document/optional-text.ts';
import { accountGroupReference } from '../../parties/account-group/account-group.contract.ts';
import { customerReference } from '../../parties/customer/customer.contract.ts';
import { paymentTermReference } from '../../terms/payment-term/payment-term.contract.ts';
import { shippingTermReference } from '../../terms/shipping-term/shipping-term.contract.ts';

/** States of a registration request; a request whose email address is not proven is not shown to the team. */
export const registrationStates = declareStates('registration_request', {
  unproven: { name: 'Unproven', tone: 'neutral', is: ['unproven', 'undecided'] },
  waiting: { name: 'Waiting', tone: 'warning', is: ['waiting', 'undecided', 'proven'], next: ['approve'] },
  approved: { name: 'Approved', tone: 'success', is: ['approved', 'proven'] },
  merged: { name: 'Merged', tone: 'success', is: ['proven'] },
  joined: { name: 'Joined', tone: 'success', is: ['joined', 'proven'] },
  declined: { name: 'Declined', tone: 'neutral', is: ['declined', 'proven'] },
});
/** States of requests with a proven address. */
export const registrationStatuses = registrationStates.those.proven;
export type RegistrationStatus = (typeof registrationStatuses)[number];

/** The active flow for the widget's form; 404 if the account accepts no registrations. */
export const getRegistrationInWidget = endpoint({
  name: 'getRegistrationInWidget',
  method: 'GET',
  path: `${widgetPath}/registration`,
  widget: 'register',
  summary: 'Reads what a widget asks of new customers.',
  reply: registrationFlowPublic.extend({ accountName: z.string() }),
});

/** The same from a widget on another site. */
export const registerCustomerInWidget = endpoint({
  name: 'registerCustomerInWidget',
  method: 'POST',
  path: `${widgetPath}/registration`,
  widget: 'register',
  findsPeople: true,
  summary: 'Registers as a customer through a widget.',
  body: z.strictObject(registrationAsked),
  reply: registrationReceipt,
});

/** Proves the address of a registration in a widget. */
export const confirmRegistrationInWidget = endpoint({
  name: 'confirmRegistrationInWidget',
  method: 'POST',
  path: `${widgetPath}/registration/confirm`,
  widget: 'register',
  summary: 'Proves a registration of a widget with the mailed code.',
  body: z.strictObject(registrationProof),
  reply: registrationOutcome,
  status: 200,
});

const named = z.object({ id: z.string(), name: z.string() });

/** A request with a proven address. */
export const registrationRequestRow = z.object({
  ...recordShape,
  status: z.object({ code: z.enum(registrationStatuses), name: z.string() }),
  isExistingCustomer: z.boolean(),
  /** Name of the company. */
  name: z.string(),
  contactName: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  /** Time when the address was proven. */
  provenAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
  decidedBy: z.string().nullable(),
  /** The customer that it created or joined; null if deleted since. */
  customer: named.extend({ number: z.string() }).nullable(),
});
export type RegistrationRequestRow = z.output<typeof registrationRequestRow>;

/** A customer that may be the same company, with the matching facts. */
export const registrationDuplicate = named.extend({
  number: z.string(),
  email: z.string().nullable(),
  reasons: z.array(z.enum(['name', 'postcode', 'email', 'email_domain'])),
});

/** A complete request, with possible duplicates. */
export const registrationRequest = registrationRequestRow.extend({
  number: z.string().nullable(),
  website: z.string().nullable(),
  note: z.string().nullable(),
  address: addressSnapshot.nullable(),
  customerGroup: named.nullable(),
  shippingTerm: named.nullable(),
  paymentTerm: named.nullable(),
  decisionNote: z.string().nullable(),
  /** For waiting requests: customers that may be the same company, the most similar first. */
  duplicates: z.array(registrationDuplicate),
});
export type RegistrationRequest = z.output<typeof registrationRequest>;

/** Requests, the newest first. `query` matches parts of company, person and email address. */
export const listRegistrationRequests = endpoint({
  name: 'listRegistrationRequests',
  method: 'GET',
  path: '/v1/registration-requests',
  permission: 'registration_requests:read',
  summary: 'Lists requests of new customers.',
  query: listQuery({
    sortBy: ['name', 'email', 'provenAt'],
    filters: {
      status: repeated(z.enum(registrationStatuses)),
      isExistingCustomer: booleanText,
    },
  }),
  reply: listOf(registrationRequestRow),
});

/** A request. */
export const getRegistrationRequest = endpoint({
  name: 'getRegistrationRequest',
  method: 'GET',
  path: '/v1/registration-requests/{registrationRequestID}',
  permission: 'registration_requests:read',
  summary: 'Reads a request of a new customer.',
  reply: registrationRequest,
});

/** Words and endpoint of registrations. */
export const registrations = {
  type: 'registration_request',
  prefix: 'rgr',
  words: ['registration', 'registrations'],
  home: '/dashboard/registrations',
  get: getRegistrationRequest,
} as const;

const version = z.int().optional();

/** Values that the team may set on approval; absent ones are taken from the request. */
export const approveRegistrationBody = z.strictObject({
  name: requiredLine(200, 'Company name is required').optional(),
  number: optionalText(nameLine(40)),
  customerGroupID: accountGroupReference.nullish(),
  shippingTermID: shippingTermReference.nullish(),
  paymentTermID: paymentTermReference.nullish(),
  version,
});

/** Creates the customer and invites the person; 409 `registration_decided` for a request that does not wait. */
export const approveRegistration = endpoint({
  name: 'approveRegistration',
  method: 'PUT',
  path: '/v1/registration-requests/{registrationRequestID}/actions/approve',
  permission: 'registration_requests:update',
  summary: 'Lets a new customer in.',
  body: approveRegistrationBody,
  reply: registrationRequest,
});

/** Declines a request; the person gets a mail if `message` is given. */
export const declineRegistration = endpoint({
  name: 'declineRegistration',
  method: 'PUT',
  path: '/v1/registration-requests/{registrationRequestID}/actions/decline',
  permission: 'registration_requests:update',
  summary: 'Declines a request of a new customer.',
  body: z.strictObject({ message: optionalText(noteText), note: optionalText(noteText), version }),
  reply: registrationRequest,
});

/** Invites the person of a request to the portal of an existing customer. */
export const mergeRegistration = endpoint({
  name: 'mergeRegistration',
  method: 'PUT',
  path: '/v1/registration-requests/{registrationRequestID}/actions/merge',
  permission: 'registration_requests:update',
  summary: 'Adds the person of a request to an existing customer.',
  body: z.strictObject({ customerID: customerReference, version }),
  reply: registrationRequest,
});
