import { z } from 'zod';
import { endpoint, noContent } from '../endpoints/endpoint.ts';
import { booleanText, listOf, listQuery } from '../endpoints/list-query.ts';
import { emailAddress, noteText, requiredLine, singleLine } from '../text.ts';

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

/**
 * How new customers register (spec commerce section 3 leaves its fields open). An account has at most one active flow.
 */
export const registrationFlow = registrationFlowPublic
  .omit({ customerGroups: true, shippingTerms: true, paymentTerms: true })
  .extend({
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
    version: z.number(),
    createdAt: z.string(),
    updatedAt: z.string(),
  });
export type RegistrationFlow = z.output<typeof registrationFlow>;

const offered = z.array(singleLine(100)).max(50, { error: 'At most 50 choices' }).optional();

/**
 * Fields of a new flow. Defaults: the flow is inactive; phone, address and note are optional; the team approves;
 * existing customers may join.
 */
export const registrationFlowInput = z.strictObject({
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
  notifiedEmails: z.array(emailAddress).max(20, { error: 'At most 20 addresses' }).optional(),
  defaultCustomerGroupID: singleLine(100).nullable().optional(),
  defaultShippingTermID: singleLine(100).nullable().optional(),
  defaultPaymentTermID: singleLine(100).nullable().optional(),
  offeredCustomerGroupIDs: offered,
  offeredShippingTermIDs: offered,
  offeredPaymentTermIDs: offered,
});
export type RegistrationFlowInput = z.output<typeof registrationFlowInput>;
/** Changes of a flow. Activating a flow deactivates the active one. */
export const registrationFlowPatch = registrationFlowInput.partial().extend({ version: z.int().optional() });
export type RegistrationFlowPatch = z.output<typeof registrationFlowPatch>;

/** Lists the account's flows. */
export const listRegistrationFlows = endpoint({
  name: 'listRegistrationFlows',
  method: 'GET',
  path: '/v1/registration-flows',
  permission: 'registration_flows:read',
  summary: 'Lists the registration flows.',
  query: listQuery({ sortBy: ['name', 'title', 'createdAt', 'updatedAt'], filters: { isActive: booleanText } }),
  reply: listOf(registrationFlow),
});

/** Adds a flow; 409 `duplicate` for an existing name. */
export const createRegistrationFlow = endpoint({
  name: 'createRegistrationFlow',
  method: 'POST',
  path: '/v1/registration-flows',
  permission: 'registration_flows:create',
  summary: 'Adds a registration flow.',
  body: registrationFlowInput,
  reply: registrationFlow,
});

/** Reads a flow. */
export const getRegistrationFlow = endpoint({
  name: 'getRegistrationFlow',
  method: 'GET',
  path: '/v1/registration-flows/{registrationFlowID}',
  permission: 'registration_flows:read',
  summary: 'Reads a registration flow.',
  reply: registrationFlow,
});

/** A flow as customers will see it, also if it is inactive. */
export const previewRegistrationFlow = endpoint({
  name: 'previewRegistrationFlow',
  method: 'GET',
  path: '/v1/registration-flows/{registrationFlowID}/preview',
  permission: 'registration_flows:read',
  summary: 'Reads a registration flow as customers see it.',
  reply: registrationFlowPublic,
});

/** Changes a flow. */
export const updateRegistrationFlow = endpoint({
  name: 'updateRegistrationFlow',
  method: 'PATCH',
  path: '/v1/registration-flows/{registrationFlowID}',
  permission: 'registration_flows:update',
  summary: 'Changes a registration flow.',
  body: registrationFlowPatch,
  reply: registrationFlow,
});

/** Deletes a flow. */
export const deleteRegistrationFlow = endpoint({
  name: 'deleteRegistrationFlow',
  method: 'DELETE',
  path: '/v1/registration-flows/{registrationFlowID}',
  permission: 'registration_flows:delete',
  summary: 'Deletes a registration flow.',
  reply: noContent,
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
