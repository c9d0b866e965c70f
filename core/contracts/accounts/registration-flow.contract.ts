import { z } from 'zod';
import { crudEndpoints } from '../endpoints/crud.ts';
import { endpoint } from '../endpoints/endpoint.ts';
import { booleanText } from '../endpoints/list-query.ts';
import { mailAddresses, noteText, requiredLine, singleLine } from '../texts/text.ts';

/** Visibility of a field in the registration form. */
export const flowFieldModes = ['hidden', 'optional', 'required'] as const;
export type FlowFieldMode = (typeof flowFieldModes)[number];

/** Whether the team approves a new customer, or approval is automatic. */
export const flowApprovals = ['staff', 'at_once'] as const;
export type FlowApproval = (typeof flowApprovals)[number];

const choice = z.object({ id: z.string(), name: z.string() });
const fieldMode = z.enum(flowFieldModes, { error: `Must be one of ${flowFieldModes.join(', ')}` });

const questions = {
  phoneField: z.enum(flowFieldModes),
  addressField: z.enum(flowFieldModes),
  websiteField: z.enum(flowFieldModes),
  noteField: z.enum(flowFieldModes),
};

/** The public part of a registration flow. */
export const registrationFlowPublic = z.object({
  id: z.string(),
  title: z.string(),
  message: z.string().nullable(),
  allowsExistingCustomers: z.boolean(),
  ...questions,
  approval: z.enum(flowApprovals),
  /** Shown after the email is verified. */
  closingWords: z.string().nullable(),
  /** Choices of new customers; empty where there is no choice. */
  customerGroups: z.array(choice),
  shippingTerms: z.array(choice),
  paymentTerms: z.array(choice),
});
export type RegistrationFlowPublic = z.output<typeof registrationFlowPublic>;

const offered = z.array(singleLine(100)).max(50, { error: 'At most 50 choices' }).optional();

const { shape: shown } = registrationFlowPublic.omit({
  id: true,
  customerGroups: true,
  shippingTerms: true,
  paymentTerms: true,
});

/**
 * How new customers register (spec commerce section 3 leaves its fields open). An account has at most one active flow:
 * activating a flow deactivates the active one.
 */
export const registrationFlows = crudEndpoints({
  one: 'RegistrationFlow',
  many: 'RegistrationFlows',
  words: ['registration flow', 'registration flows'],
  path: '/v1/registration-flows',
  domain: 'registration_flows',
  row: {
    ...shown,
    name: z.string(),
    isActive: z.boolean(),
    /** Defaults of a new customer. */
    defaultCustomerGroupID: z.string().nullable(),
    defaultShippingTermID: z.string().nullable(),
    defaultPaymentTermID: z.string().nullable(),
    /** Alternatives that the registration may choose. */
    offeredCustomerGroupIDs: z.array(z.string()),
    offeredShippingTermIDs: z.array(z.string()),
    offeredPaymentTermIDs: z.array(z.string()),
    /** Addresses that are mailed about a waiting registration. */
    notifiedEmails: z.array(z.string()),
  },
  sortBy: ['name', 'title', 'createdAt', 'updatedAt'],
  filters: { isActive: booleanText },
  /**
   * Defaults: the flow is inactive; phone, address and note are optional; the team approves; existing customers may
   * join.
   */
  body: {
    name: requiredLine(120, 'Name is required'),
    title: requiredLine(200, 'Title is required'),
    message: noteText.nullable().optional(),
    isActive: z.boolean().optional(),
    allowsExistingCustomers: z.boolean().optional(),
    phoneField: fieldMode.optional(),
    addressField: fieldMode.optional(),
    websiteField: fieldMode.optional(),
    noteField: fieldMode.optional(),
    approval: z.enum(flowApprovals, { error: `Must be one of ${flowApprovals.join(', ')}` }).optional(),
    closingWords: noteText.nullable().optional(),
    notifiedEmails: mailAddresses.optional(),
    defaultCustomerGroupID: singleLine(100).nullable().optional(),
    defaultShippingTermID: singleLine(100).nullable().optional(),
    defaultPaymentTermID: singleLine(100).nullable().optional(),
    offeredCustomerGroupIDs: offered,
    offeredShippingTermIDs: offered,
    offeredPaymentTermIDs: offered,
  },
});
export const {
  list: listRegistrationFlows,
  get: getRegistrationFlow,
  create: createRegistrationFlow,
  update: updateRegistrationFlow,
  remove: deleteRegistrationFlow,
  row: registrationFlow,
  createBody: registrationFlowInput,
  updateBody: registrationFlowPatch,
} = registrationFlows;
export type RegistrationFlow = z.output<typeof registrationFlow>;
export type RegistrationFlowInput = z.output<typeof registrationFlowInput>;
export type RegistrationFlowPatch = z.output<typeof registrationFlowPatch>;

/** A flow as customers will see it, also if it is inactive. */
export const previewRegistrationFlow = endpoint({
  name: 'previewRegistrationFlow',
  method: 'GET',
  path: '/v1/registration-flows/{registrationFlowID}/preview',
  permission: 'registration_flows:read',
  summary: 'Reads a registration flow as customers see it.',
  reply: registrationFlowPublic,
});

/** The active flow of the account with this slug; 404 where customers cannot register. */
export const getRegistrationFlowBySlug = endpoint({
  name: 'getRegistrationFlowBySlug',
  method: 'GET',
  path: '/v1/registration-flows/slug/{slug}',
  public: 'The registration page needs it before anybody signs in',
  summary: "Reads the active registration flow of an account by the account's slug.",
  reply: registrationFlowPublic,
});
