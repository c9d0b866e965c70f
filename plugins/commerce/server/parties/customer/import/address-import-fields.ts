import type { ImportFieldDeclaration } from '@millwright/core/server';

/** The two addresses in a row of a file. */
export const addressRoles = ['billTo', 'shipTo'] as const;
export type AddressRole = (typeof addressRoles)[number];

const roleLabels: Readonly<Record<AddressRole, string>> = { billTo: 'Bill to', shipTo: 'Ship to' };

/** Parts of an address, with their column names in files. */
const partDetails = {
  name: { label: 'name', longest: 200, headings: ['name', 'company'] },
  line1: {
    label: 'line 1',
    longest: 200,
    headings: ['address', 'address 1', 'address line 1', 'street', 'street 1'],
  },
  line2: { label: 'line 2', longest: 200, headings: ['address 2', 'address line 2', 'street 2'] },
  city: { label: 'city', longest: 100, headings: ['city', 'town'] },
  state: { label: 'state', longest: 100, headings: ['state', 'province', 'state province', 'region'] },
  postalCode: { label: 'postal code', longest: 20, headings: ['postal code', 'zip'] },
  country: { label: 'country', longest: 100, headings: ['country', 'country code'] },
  phone: { label: 'phone', longest: 40, headings: ['phone', 'phone number', 'telephone'] },
  email: { label: 'email', longest: 254, headings: ['email', 'e mail', 'email address'] },
} as const;
type AddressPart = keyof typeof partDetails;

/** Parts whose names need a prefix 'bill to' or 'ship to'; without it they are the record's own fields. */
const ownParts: ReadonlySet<AddressPart> = new Set(['name', 'phone', 'email']);

/** Name of a part's field: `billToPostalCode`. */
export const addressField = (role: AddressRole, part: AddressPart): string =>
  `${role}${part.charAt(0).toUpperCase()}${part.slice(1)}`;

/** Settings of one import for a part. */
interface PartOfImport {
  example: string;
  /** Further column names. */
  headings?: readonly string[];
  description?: string;
}

/** Import fields of an address; `words` are prefixes of the part names, an empty one for none. */
export const addressImportFields = <Part extends AddressPart>(
  role: AddressRole,
  words: readonly string[],
  parts: Readonly<Record<Part, PartOfImport>>,
): ImportFieldDeclaration[] =>
  (Object.entries(parts) as [Part, PartOfImport][]).map(([part, { headings = [], ...own }]) => {
    const { label, longest, headings: usual } = partDetails[part];
    return {
      name: addressField(role, part),
      label: `${roleLabels[role]} ${label}`,
      longest,
      synonyms: words
        .filter((word) => word !== '' || !ownParts.has(part))
        .flatMap((word) => [...usual, ...headings].map((heading) => `${word} ${heading}`.trimStart())),
      ...own,
    };
  });
