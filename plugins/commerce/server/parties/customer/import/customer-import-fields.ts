import { fieldImportFields, type ImportFieldDeclaration } from '@millwright/core/server';
import { customerFields, customerStatuses } from '../../../../contracts/index.ts';
import { partyTextsInFiles, paymentTermImportField } from '../../../document/import/import-row.ts';
import { addressImportFields } from './address-import-fields.ts';

const addressDetails = {
  name: { example: '', description: "The customer's name where the row does not say." },
  line1: { example: '1 Mill St', headings: ['line 1', 'street address'] },
  line2: { example: '', headings: ['line 2', 'suite', 'apartment'] },
  city: { example: 'Duluth' },
  state: { example: 'MN', headings: ['county', 'state code'] },
  postalCode: { example: '55802', headings: ['zip code', 'post code'] },
  country: {
    example: 'US',
    headings: ['country region'],
    description: 'Code or name; needed as soon as the row has anything of the address.',
  },
  phone: { example: '' },
  email: { example: '' },
};

/** Parts of an address as columns of a file fill them. */
export type AddressPart = keyof typeof addressDetails;
export const addressParts = Object.keys(addressDetails) as readonly AddressPart[];

const byNameOrCode = (recordType: string, canCreate = false) => ({ recordType, by: ['name', 'code'], canCreate });

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
    name: 'status',
    label: 'Status',
    kind: 'choice',
    choices: [...customerStatuses],
    synonyms: ['customer status', 'account status', 'hold status', 'credit status'],
    description: 'normal where the row does not say.',
    example: 'normal',
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
    reference: byNameOrCode('carrier', true),
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
  paymentTermImportField,
  {
    name: 'defaultShippingTerm',
    label: 'Default shipping term',
    kind: 'reference',
    longest: 100,
    reference: byNameOrCode('shipping_term', true),
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
  ...fieldImportFields(customerFields, {
    ...partyTextsInFiles(['customer']),
    isParentAccount: { synonyms: ['is parent'] },
    isCommissionExempt: { synonyms: ['no commission', 'commission exemption'] },
    isFreightExempt: { synonyms: ['no freight', 'free freight', 'freight exemption'] },
    acceptsInvoiceEmails: {
      synonyms: ['accepts invoice emails', 'invoice emails', 'email invoices', 'invoice by email'],
    },
    isEdiEnabled: { synonyms: ['edi', 'is edi', 'edi customer'] },
  }),
  // A file with one address and no word about what it is for names where the customer is billed.
  ...addressImportFields(
    'billTo',
    ['bill to', 'billing', 'billing address', 'bill', 'invoice', 'invoice address', 'mailing', ''],
    addressDetails,
  ),
  ...addressImportFields(
    'shipTo',
    ['ship to', 'shipping', 'shipping address', 'ship', 'delivery', 'delivery address'],
    addressDetails,
  ),
];
