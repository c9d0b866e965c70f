import type { ImportFieldDeclaration } from '@millwright/core/server';
import { customerStatuses } from '../../contracts/index.ts';

/** Parts of an address as columns of a file fill them. */
export const addressParts = [
  'name',
  'line1',
  'line2',
  'city',
  'state',
  'postalCode',
  'country',
  'phone',
  'email',
] as const;
export type AddressPart = (typeof addressParts)[number];

/** The two addresses that a customer's row may hold. */
export const addressRoles = ['billTo', 'shipTo'] as const;
export type AddressRole = (typeof addressRoles)[number];

/** Name of the field of a part: `billToPostalCode`. */
export const addressField = (role: AddressRole, part: AddressPart): string =>
  `${role}${part.charAt(0).toUpperCase()}${part.slice(1)}`;

const partDetails: Readonly<
  Record<AddressPart, { label: string; longest: number; example: string; headings: readonly string[] }>
> = {
  name: { label: 'name', longest: 200, example: '', headings: ['name', 'company'] },
  line1: {
    label: 'line 1',
    longest: 200,
    example: '1 Mill St',
    headings: ['line 1', 'address', 'address 1', 'address line 1', 'street', 'street 1', 'street address'],
  },
  line2: {
    label: 'line 2',
    longest: 200,
    example: '',
    headings: ['line 2', 'address 2', 'address line 2', 'street 2', 'suite', 'apartment'],
  },
  city: { label: 'city', longest: 100, example: 'Duluth', headings: ['city', 'town'] },
  state: {
    label: 'state',
    longest: 100,
    example: 'MN',
    headings: ['state', 'province', 'state province', 'region', 'county', 'state code'],
  },
  postalCode: {
    label: 'postal code',
    longest: 20,
    example: '55802',
    headings: ['postal code', 'zip', 'zip code', 'post code'],
  },
  country: { label: 'country', longest: 100, example: 'US', headings: ['country', 'country code', 'country region'] },
  phone: { label: 'phone', longest: 40, example: '', headings: ['phone', 'phone number', 'telephone'] },
  email: { label: 'email', longest: 254, example: '', headings: ['email', 'e mail', 'email address'] },
};

const roleDetails: Readonly<Record<AddressRole, { label: string; prefixes: readonly string[] }>> = {
  billTo: {
    label: 'Bill to',
    // A file with one address and no word about what it is for names where the customer is billed.
    prefixes: ['bill to ', 'billing ', 'billing address ', 'bill ', 'invoice ', 'invoice address ', 'mailing ', ''],
  },
  shipTo: {
    label: 'Ship to',
    prefixes: ['ship to ', 'shipping ', 'shipping address ', 'ship ', 'delivery ', 'delivery address '],
  },
};

/** Names that only say something behind 'bill to' or 'ship to'; alone they are the customer's own. */
const ownParts: ReadonlySet<AddressPart> = new Set(['name', 'phone', 'email']);

const addressFields = (role: AddressRole): ImportFieldDeclaration[] =>
  addressParts.map((part) => {
    const { label, longest, example, headings } = partDetails[part];
    const { label: roleLabel, prefixes } = roleDetails[role];
    return {
      name: addressField(role, part),
      label: `${roleLabel} ${label}`,
      longest,
      example,
      synonyms: prefixes
        .filter((prefix) => prefix !== '' || !ownParts.has(part))
        .flatMap((prefix) => headings.map((heading) => `${prefix}${heading}`)),
      description:
        part === 'name'
          ? "The customer's name where the row does not say."
          : part === 'country'
            ? 'Code or name; needed as soon as the row has anything of the address.'
            : '',
    };
  });

const byNameOrCode = (recordType: string) => ({ recordType, by: ['name', 'code'], canCreate: false });
const flag = (name: string, label: string, synonyms: string[]): ImportFieldDeclaration => ({
  name,
  label,
  kind: 'boolean',
  synonyms,
  example: 'no',
});

/** Columns of a customer import; names are those of the API where it has the field. */
export const customerImportFields: readonly ImportFieldDeclaration[] = [
  {
    name: 'number',
    label: 'Customer number',
    longest: 40,
    synonyms: [
      'customer id',
      'customer code',
      'customer account',
      'customer account number',
      'account',
      'account number',
      'acct',
      'acct number',
      'account code',
      'account id',
      'client number',
      'client id',
      'client code',
      'debtor number',
    ],
    description: 'Says which customer the row is about; a new one keeps it. Without it the name says which.',
    example: 'C-1042',
  },
  {
    name: 'name',
    label: 'Name',
    longest: 200,
    synonyms: [
      'customer',
      'customer name',
      'account name',
      'company',
      'company name',
      'business name',
      'store name',
      'client',
      'client name',
      'organization',
    ],
    description: 'A new customer without a number gets the next one.',
    example: 'Northfield Supply',
  },
  {
    name: 'email',
    label: 'Email',
    longest: 254,
    synonyms: ['e mail', 'email address', 'customer email', 'contact email', 'main email'],
    example: 'orders@northfield.example',
  },
  {
    name: 'phone',
    label: 'Phone',
    longest: 40,
    synonyms: ['phone number', 'telephone', 'telephone number', 'customer phone', 'contact phone', 'main phone'],
    example: '+1 218 555 0100',
  },
  {
    name: 'url',
    label: 'Web address',
    longest: 2000,
    synonyms: ['website', 'web site', 'web', 'homepage', 'www', 'web page'],
    description: 'https:// is put before what has none.',
    example: 'https://northfield.example',
  },
  {
    name: 'status',
    label: 'Status',
    kind: 'choice',
    choices: [...customerStatuses],
    synonyms: ['customer status', 'account status', 'hold status', 'credit status'],
    description: 'normal where the row does not say.',
    example: 'normal',
  },
  {
    name: 'note',
    label: 'Note',
    kind: 'note',
    synonyms: ['notes', 'comment', 'comments', 'remarks', 'memo'],
    example: '',
  },
  {
    name: 'customerTypeGroup',
    label: 'Customer type',
    kind: 'reference',
    longest: 100,
    reference: { recordType: 'account_group', by: ['name'], canCreate: true },
    synonyms: ['customer type group', 'type', 'account type', 'customer group', 'customer class', 'segment'],
    example: 'Dealer',
  },
  {
    name: 'customerPriceGroups',
    label: 'Price groups',
    kind: 'reference',
    reference: { recordType: 'account_group', by: ['name'], canCreate: true },
    synonyms: ['customer price groups', 'price group', 'pricing group', 'price level', 'price list', 'price tier'],
    description: 'Several are separated by ; or commas. They replace those that the customer has.',
    example: 'Gold; Spring offers',
  },
  {
    name: 'defaultCarrier',
    label: 'Default carrier',
    kind: 'reference',
    longest: 100,
    reference: byNameOrCode('carrier'),
    synonyms: ['carrier', 'ship via', 'shipper', 'freight carrier', 'preferred carrier'],
    example: '',
  },
  {
    name: 'defaultCarrierOption',
    label: 'Default carrier option',
    kind: 'reference',
    longest: 100,
    reference: byNameOrCode('carrier'),
    synonyms: ['carrier option', 'carrier service', 'shipping service', 'service level', 'shipping option'],
    description: 'A service of the carrier; alone it brings its carrier along.',
    example: '',
  },
  {
    name: 'defaultPriority',
    label: 'Default priority',
    kind: 'reference',
    longest: 100,
    reference: byNameOrCode('priority'),
    synonyms: ['priority', 'order priority'],
    example: '',
  },
  {
    name: 'defaultPaymentTerm',
    label: 'Default payment term',
    kind: 'reference',
    longest: 100,
    reference: byNameOrCode('payment_term'),
    synonyms: ['payment term', 'payment terms', 'terms', 'default payment terms', 'term'],
    example: 'Net 30',
  },
  {
    name: 'defaultShippingTerm',
    label: 'Default shipping term',
    kind: 'reference',
    longest: 100,
    reference: byNameOrCode('shipping_term'),
    synonyms: ['shipping term', 'shipping terms', 'freight term', 'freight terms', 'default shipping terms'],
    example: '',
  },
  {
    name: 'defaultSalesRep',
    label: 'Default sales rep',
    kind: 'reference',
    longest: 254,
    reference: { recordType: 'member', by: ['name', 'email'], canCreate: false },
    synonyms: ['sales rep', 'salesperson', 'sales person', 'sales representative', 'rep', 'account manager'],
    example: '',
  },
  {
    name: 'parent',
    label: 'Parent',
    kind: 'reference',
    longest: 40,
    reference: { recordType: 'customer', by: ['number'], canCreate: false },
    synonyms: ['parent number', 'parent customer', 'parent account', 'parent customer number', 'parent account number'],
    description: 'Number of a customer that exists or stands in a row before.',
    example: '',
  },
  flag('isParentAccount', 'Is parent account', ['is parent']),
  flag('isEdiEnabled', 'EDI enabled', ['edi', 'is edi', 'edi customer']),
  flag('acceptsInvoiceEmails', 'Accepts invoice emails', ['invoice emails', 'email invoices', 'invoice by email']),
  flag('isCommissionExempt', 'Commission exempt', ['no commission', 'commission exemption']),
  flag('isFreightExempt', 'Freight exempt', ['no freight', 'free freight', 'freight exemption']),
  ...addressRoles.flatMap(addressFields),
];
