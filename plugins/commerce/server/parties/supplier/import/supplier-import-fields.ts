import { fieldImportFields, type ImportFieldDeclaration } from '@millwright/core/server';
import { supplierFields } from '../../../../contracts/index.ts';
import { partyTextsInFiles } from '../../../document/import/import-row.ts';

const addressDetails = {
  name: { label: 'name', longest: 200, headings: ['name'], example: '' },
  line1: {
    label: 'line 1',
    longest: 200,
    headings: ['', '1', 'line 1', 'street', 'street address'],
    example: '1 Mill St',
  },
  line2: { label: 'line 2', longest: 200, headings: ['2', 'line 2', 'suite'], example: '' },
  city: { label: 'city', longest: 100, headings: ['city', 'town'], example: 'Duluth' },
  state: { label: 'state', longest: 100, headings: ['state', 'province', 'state province', 'region'], example: 'MN' },
  postalCode: {
    label: 'postal code',
    longest: 20,
    headings: ['postal code', 'zip', 'zip code', 'post code'],
    example: '55802',
  },
  country: { label: 'country', longest: 100, headings: ['country', 'country code', 'country region'], example: 'US' },
} as const;

/** Parts of an address with columns in files. */
export type SupplierAddressPart = keyof typeof addressDetails;
export const supplierAddressParts = Object.keys(addressDetails) as readonly SupplierAddressPart[];

/** Name of a part's field: `addressPostalCode`. */
export const supplierAddressField = (part: SupplierAddressPart): string =>
  `address${part.charAt(0).toUpperCase()}${part.slice(1)}`;

/** Column names of a part: a plain name is the supplier's own, and a plain address is its street. */
const synonymsOf = (part: SupplierAddressPart, headings: readonly string[]): string[] => [
  ...headings.flatMap((heading) => [`address ${heading}`.trimEnd(), `supplier address ${heading}`.trimEnd()]),
  ...(part === 'name' ? [] : headings.filter((heading) => /[a-z]/.test(heading))),
];

/** Columns of a supplier import; names equal those of the API if it has the field. */
export const supplierImportFields: readonly ImportFieldDeclaration[] = [
  {
    name: 'number',
    label: 'Supplier number',
    longest: 40,
    synonyms: [
      'number',
      'supplier id',
      'supplier code',
      'vendor number',
      'vendor id',
      'vendor code',
      'account',
      'account number',
      'acct',
      'creditor number',
      'business entity id',
    ],
    description: 'Says which supplier the row is about; a new one keeps it. Without it the name says which.',
    example: 'S-1042',
  },
  {
    name: 'name',
    label: 'Name',
    longest: 200,
    synonyms: ['supplier', 'supplier name', 'vendor', 'vendor name', 'company', 'company name', 'business name'],
    description: 'A new supplier without a number gets the next one.',
    example: 'Superior Hides',
  },
  ...fieldImportFields(supplierFields, {
    ...partyTextsInFiles(['supplier', 'vendor']),
    isActive: { description: 'yes where the row does not say.' },
  }),
  ...supplierAddressParts.map((part): ImportFieldDeclaration => {
    const { label, longest, headings, example } = addressDetails[part];
    return {
      name: supplierAddressField(part),
      label: `Address ${label}`,
      longest,
      synonyms: synonymsOf(part, headings),
      example,
      ...(part === 'name' ? { description: "The supplier's name where the row does not say." } : {}),
      ...(part === 'country'
        ? { description: 'Code or name; needed as soon as the row has anything of the address.' }
        : {}),
    };
  }),
];
