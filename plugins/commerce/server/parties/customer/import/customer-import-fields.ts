import { fieldImportFields, type ImportFieldDeclaration } from '@millwright/core/server';
import { customerFields, priceGroupKind } from '../../../../contracts/index.ts';
import { partyTextsInFiles } from '../../../document/import/import-row.ts';
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

/** Parts of an address with columns in files. */
export type AddressPart = keyof typeof addressDetails;
export const addressParts = Object.keys(addressDetails) as readonly AddressPart[];

/** Columns of a customer import; names equal those of the API if it has the field. */
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
  ...fieldImportFields(customerFields, {
    ...partyTextsInFiles(['customer']),
    status: {
      synonyms: ['customer status', 'account status', 'hold status', 'credit status'],
      description: 'normal where the row does not say.',
    },
    isParentAccount: { synonyms: ['is parent'] },
    isCommissionExempt: { synonyms: ['no commission', 'commission exemption'] },
    isFreightExempt: { synonyms: ['no freight', 'free freight', 'freight exemption'] },
    acceptsInvoiceEmails: {
      synonyms: ['accepts invoice emails', 'invoice emails', 'email invoices', 'invoice by email'],
    },
    isEdiEnabled: { synonyms: ['edi', 'is edi', 'edi customer'] },
    customerTypeGroup: {
      synonyms: ['customer type group', 'type', 'account type', 'customer group', 'customer class', 'segment'],
    },
    defaultSalesRep: {
      synonyms: ['default sales rep', 'salesperson', 'sales person', 'sales representative', 'rep', 'account manager'],
    },
    defaultShippingTerm: {
      synonyms: ['default shipping term', 'shipping terms', 'freight term', 'freight terms', 'default shipping terms'],
    },
    defaultPriority: { synonyms: ['default priority', 'order priority'] },
    defaultCarrier: { synonyms: ['default carrier', 'ship via', 'shipper', 'freight carrier', 'preferred carrier'] },
    defaultCarrierOption: {
      synonyms: ['default carrier option', 'carrier service', 'shipping service', 'service level', 'shipping option'],
      description: 'A service of the carrier; alone it brings its carrier along.',
    },
  }),
  {
    name: 'customerPriceGroups',
    label: 'Price groups',
    kind: 'reference',
    reference: { recordType: priceGroupKind.record, by: [...priceGroupKind.by], canCreate: true },
    synonyms: ['customer price groups', 'price group', 'pricing group', 'price level', 'price list', 'price tier'],
    description: 'Several are separated by ; or commas. They replace those that the customer has.',
    example: 'Gold; Spring offers',
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
  // An address without a purpose in the file is the bill-to address.
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
