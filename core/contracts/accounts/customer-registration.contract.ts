import { z } from 'zod';
import { endpoint } from '../endpoints/endpoint.ts';
import { type AddressInput, addressInput } from '../texts/address.ts';
import { idOf } from '../texts/id.ts';
import {
  companyName,
  emailAddress,
  nameLine,
  noteText,
  personName,
  phoneNumber,
  requiredLine,
  singleLine,
  webAddress,
} from '../texts/text.ts';

/** A field that may be missing or null. An empty text, as forms send it, becomes null. */
const optionalText = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .preprocess(
      (value: z.input<Schema> | null | undefined) => (typeof value === 'string' && value.trim() === '' ? null : value),
      schema.nullish(),
    )
    .optional();

const isBlankAddress = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  ['line1', 'city', 'postalCode', 'country'].every((field) => !(value as Record<string, unknown>)[field]);

/** An address named after the company. An address without street, city, postal code and country counts as not given. */
const companyAddress = z
  .preprocess(
    (value: Partial<AddressInput> | null | undefined) => (isBlankAddress(value) ? null : value),
    addressInput.partial({ name: true }).nullish(),
  )
  .optional();

/** Data of the registering person and company (spec commerce section 3). */
export const customerRegistrationData = z.strictObject({
  /** Number of the existing customer. */
  number: optionalText(nameLine(40)),
  /** Name of the company. */
  name: companyName('Company name is required'),
  /** Name of the person; defaults to the company's name. */
  contactName: optionalText(personName()),
  /** Optional for a signed-in person with a verified email, which is used then. */
  email: optionalText(emailAddress),
  customerGroupID: optionalText(singleLine(100)),
  phone: optionalText(phoneNumber),
  website: optionalText(webAddress),
  note: optionalText(noteText),
  address: companyAddress,
  shippingTermID: optionalText(singleLine(100)),
  paymentTermID: optionalText(singleLine(100)),
});
export type CustomerRegistrationData = z.output<typeof customerRegistrationData>;

/** Fields of a registration, the same on every page and endpoint. */
export const registrationAsked = {
  /** True for people of an existing customer, which `customerData.number` names. */
  isExistingCustomer: z.boolean().default(false),
  customerData: customerRegistrationData,
  /** Hidden on the page: people leave it empty, bots fill it in. */
  fax: z.string().max(200).optional(),
};

/** The reply to every registration. It is the same whether or not the customer or person exists. */
export const registrationReceipt = z.object({
  /** `rgr_...` */
  registrationID: z.string(),
  /** Expiry of the mailed code. */
  expiresAt: z.iso.datetime(),
  message: z.string(),
});
export type RegistrationReceipt = z.output<typeof registrationReceipt>;

/** The result of a confirmed registration. */
export const registrationOutcome = z.object({
  outcome: z.enum(['waiting', 'approved', 'joined']),
  message: z.string(),
});
export type RegistrationOutcome = z.output<typeof registrationOutcome>;

/** The mailed code that confirms a registration. */
export const registrationProof = {
  registrationID: idOf('rgr', 'Registration is required'),
  code: z
    .string({ error: 'Enter the six digits of the mail' })
    .trim()
    .regex(/^\d{6}$/, { error: 'Enter the six digits of the mail' }),
};
const accountSlug = requiredLine(63, 'Account is required');

/**
 * Asks to become a customer or to join an existing one. A code is mailed to the given address, or to the addresses on
 * record of the existing customer. The reply reveals nothing about existing customers before the code is entered. 404
 * where the account takes no registrations.
 */
export const registerCustomer = endpoint({
  name: 'registerCustomer',
  method: 'POST',
  path: '/v1/customers/registration',
  public: 'New customers have no sign-in yet',
  findsPeople: true,
  summary: 'Registers as a customer of an account.',
  body: z.strictObject({ accountSlug, ...registrationAsked }),
  reply: registrationReceipt,
});

/** Confirms a registration with the mailed code; 400 `registration_code_invalid`, at most five tries. */
export const confirmCustomerRegistration = endpoint({
  name: 'confirmCustomerRegistration',
  method: 'POST',
  path: '/v1/customers/registration/confirm',
  public: 'New customers have no sign-in yet',
  summary: 'Proves a registration with the mailed code.',
  body: z.strictObject({ accountSlug, ...registrationProof }),
  reply: registrationOutcome,
  status: 200,
});
