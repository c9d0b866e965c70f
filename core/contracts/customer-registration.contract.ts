import { z } from 'zod';
import { type AddressInput, addressInput } from './address.ts';
import { endpoint } from './endpoint.ts';
import { idOf } from './id.ts';
import {
  companyName,
  emailAddress,
  noteText,
  personName,
  phoneNumber,
  requiredLine,
  singleLine,
  webAddress,
} from './text.ts';

/** A field that may be missing or null; a blank text, as forms send it, is null. */
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

/** An address that is named after the company; one without street, city, postal code and country was not meant. */
const companyAddress = z
  .preprocess(
    (value: Partial<AddressInput> | null | undefined) => (isBlankAddress(value) ? null : value),
    addressInput.partial({ name: true }).nullish(),
  )
  .optional();

/** What whoever registers says of themselves and their company (spec commerce section 3). */
export const customerRegistrationData = z.strictObject({
  /** Of the customer, where it exists already. */
  number: optionalText(singleLine(40)),
  /** The company. */
  name: companyName('Company name is required'),
  /** The person; the company's name where it is left out. */
  contactName: optionalText(personName()),
  email: emailAddress,
  customerGroupID: optionalText(singleLine(100)),
  phone: optionalText(phoneNumber),
  website: optionalText(webAddress),
  note: optionalText(noteText),
  address: companyAddress,
  shippingTermID: optionalText(singleLine(100)),
  paymentTermID: optionalText(singleLine(100)),
});
export type CustomerRegistrationData = z.output<typeof customerRegistrationData>;

/** What is asked of whoever registers, wherever they do. */
export const registrationAsked = {
  /** True for people of a customer that exists already; `customerData.number` says which. */
  isExistingCustomer: z.boolean().default(false),
  customerData: customerRegistrationData,
  /** Hidden on the page: people leave it empty, robots do not. */
  fax: z.string().max(200).optional(),
};

/** What every request is answered, whoever asks and whatever is there. */
export const registrationReceipt = z.object({
  /** `rgr_...` */
  registrationID: z.string(),
  /** When the code runs out. */
  expiresAt: z.iso.datetime(),
  message: z.string(),
});
export type RegistrationReceipt = z.output<typeof registrationReceipt>;

/** What became of a proven request. */
export const registrationOutcome = z.object({
  outcome: z.enum(['waiting', 'approved', 'joined']),
  message: z.string(),
});
export type RegistrationOutcome = z.output<typeof registrationOutcome>;

/** What proves a registration. */
export const registrationProof = {
  registrationID: idOf('rgr', 'Registration is required'),
  code: z
    .string({ error: 'Enter the six digits of the mail' })
    .trim()
    .regex(/^\d{6}$/, { error: 'Enter the six digits of the mail' }),
};
const accountSlug = requiredLine(63, 'Account is required');

/**
 * Asks to become a customer, or to join an existing one. A code is mailed to the address, or to the addresses on record
 * of the existing customer; nothing is known of anybody before it is entered. 404 where the account takes no
 * registrations.
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

/** Proves a registration with the mailed code; 400 `registration_code_invalid`, at most five tries. */
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
