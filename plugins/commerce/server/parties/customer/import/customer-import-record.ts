import type { NamedReference } from '@millwright/core/contracts';
import { fieldChanges } from '@millwright/core/server';
import { type CustomerFieldValues, customerFields } from '../../../../contracts/index.ts';
import type { StoredAddressParts } from '../../party/party-import.ts';
import { addressField, addressRoles } from './address-import-fields.ts';
import { type AddressPart, addressParts } from './customer-import-fields.ts';

/** An address from a row; without id if it is new. */
export type ImportedAddress = Record<Exclude<AddressPart, 'name' | 'country'>, string | null> & {
  id: string | null;
  name: string;
  country: string;
};

/** A stored address. */
export type StoredAddress = ImportedAddress & StoredAddressParts;

/** A customer from an import. */
export interface ImportedCustomer extends CustomerFieldValues {
  /** Null for a new customer that gets the next number. */
  number: string | null;
  name: string;
  /** Ordered by name. */
  customerPriceGroups: readonly NamedReference[];
  parent: NamedReference | null;
  billTo: ImportedAddress | null;
  shipTo: ImportedAddress | null;
}

/** A stored customer. */
export interface StoredCustomer extends ImportedCustomer {
  id: string;
  number: string;
  version: number;
  /** Version of its party, which has name, email and parent. */
  partyVersion: number;
  billTo: StoredAddress | null;
  shipTo: StoredAddress | null;
}

/** Data for undoing an imported customer. */
export interface CustomerUndo {
  number: string;
  name: string;
  /** Addresses that the import wrote. */
  addressIDs: string[];
  /** The previous state; absent for a created customer. */
  before?: StoredCustomer | undefined;
  /** Groups that were created for it, and are deleted with it. */
  groupIDs?: string[] | undefined;
}

/** Data for writing a customer, beside the row. */
export interface CustomerImportData {
  customer: ImportedCustomer;
  before?: StoredCustomer | undefined;
}

/** Default values of a new customer. */
export const blankCustomer: ImportedCustomer = {
  number: null,
  name: '',
  customerPriceGroups: [],
  parent: null,
  ...customerFields.unset,
  billTo: null,
  shipTo: null,
};

/** Whether two addresses are equal. */
export const isSameAddress = (left: ImportedAddress, right: ImportedAddress): boolean =>
  addressParts.every((part) => left[part] === right[part]);

/** An address on one line. */
const addressText = (address: ImportedAddress | null): string | null =>
  address &&
  addressParts
    .map((part) => address[part])
    .filter(Boolean)
    .join(', ');

type Fact = string | boolean | null;

const keyOf = ({ id, name }: NamedReference): string => id ?? `+${name}`;

interface OwnFact {
  field: string;
  label: string;
  /** Value for people. */
  of(customer: ImportedCustomer): Fact;
  /** Key for comparing, if the value is not suitable: files write names in any case. */
  key?: (customer: ImportedCustomer) => string | null;
}

/** Further facts of a customer for people; named as in the import and the API. */
const ownFacts: readonly OwnFact[] = [
  { field: 'number', label: 'Customer number', of: ({ number }) => number },
  { field: 'name', label: 'Name', of: ({ name }) => name },
  {
    field: 'customerPriceGroups',
    label: 'Price groups',
    of: ({ customerPriceGroups: groups }) => groups.map(({ name }) => name).join('; ') || null,
    key: ({ customerPriceGroups: groups }) => groups.map(keyOf).sort().join(),
  },
  {
    field: 'parent',
    label: 'Parent',
    of: ({ parent }) => parent?.name ?? null,
    key: ({ parent }) => parent && keyOf(parent),
  },
];

const roleLabels = { billTo: 'Bill to', shipTo: 'Ship to' } as const;
const partLabels: Readonly<Record<AddressPart, string>> = {
  name: 'name',
  line1: 'line 1',
  line2: 'line 2',
  city: 'city',
  state: 'state',
  postalCode: 'postal code',
  country: 'country',
  phone: 'phone',
  email: 'email',
};

interface CustomerChange {
  field: string;
  label: string;
  from: Fact;
  to: Fact;
}

const factChanges = (before: ImportedCustomer | undefined, after: ImportedCustomer): CustomerChange[] => [
  ...ownFacts.flatMap(({ field, label, of, key = of }) =>
    key(before ?? blankCustomer) === key(after)
      ? []
      : { field, label, from: before ? of(before) : null, to: of(after) },
  ),
  ...fieldChanges(customerFields, before, after),
];

/** Changes between two states of a customer; an existing address is compared part by part. */
export function importedCustomerChanges(
  before: ImportedCustomer | undefined,
  after: ImportedCustomer,
): CustomerChange[] {
  const changes = factChanges(before, after);
  for (const role of addressRoles) {
    const [from, to] = [before?.[role] ?? null, after[role]];
    if (from && to)
      for (const part of addressParts) {
        if (from[part] !== to[part])
          changes.push({
            field: addressField(role, part),
            label: `${roleLabels[role]} ${partLabels[part]}`,
            from: from[part],
            to: to[part],
          });
      }
    else if (from || to)
      changes.push({ field: role, label: roleLabels[role], from: addressText(from), to: addressText(to) });
  }
  return changes;
}

/** The same for history and event: an address is one field. */
export function customerHistory(
  before: ImportedCustomer,
  after: ImportedCustomer,
): { field: string; from: Fact; to: Fact }[] {
  const changes = factChanges(before, after).map(({ field, from, to }) => ({ field, from, to }));
  for (const role of addressRoles) {
    const [from, to] = [addressText(before[role]), addressText(after[role])];
    if (from !== to) changes.push({ field: `${role}Address`, from, to });
  }
  return changes;
}
