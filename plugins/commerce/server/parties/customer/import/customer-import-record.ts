import type { NamedReference } from '@millwright/core/contracts';
import { fieldChanges } from '@millwright/core/server';
import { type CustomerFieldValues, customerFields } from '../../../../contracts/index.ts';
import type { AccountGroupService } from '../../account-group/account-group.service.ts';
import type { StoredAddressParts } from '../../party/party-import.ts';
import { addressField, addressRoles } from './address-import-fields.ts';
import { type AddressPart, addressParts } from './customer-import-fields.ts';

/** An address as a row wants it; the id is missing where it is new. */
export type ImportedAddress = Record<Exclude<AddressPart, 'name' | 'country'>, string | null> & {
  id: string | null;
  name: string;
  country: string;
};

/** An address as it stands. */
export type StoredAddress = ImportedAddress & StoredAddressParts;

/** A customer as an import writes it. */
export interface ImportedCustomer extends CustomerFieldValues {
  /** Null for a new one that takes the next of the series. */
  number: string | null;
  name: string;
  /** By name. */
  customerPriceGroups: readonly NamedReference[];
  parent: NamedReference | null;
  billTo: ImportedAddress | null;
  shipTo: ImportedAddress | null;
}

/** A customer as it stands. */
export interface StoredCustomer extends ImportedCustomer {
  id: string;
  number: string;
  version: number;
  /** Of its party, which holds name, email and parent as well. */
  partyVersion: number;
  billTo: StoredAddress | null;
  shipTo: StoredAddress | null;
}

/** What taking an imported customer back needs. */
export interface CustomerUndo {
  number: string;
  name: string;
  /** Addresses that the import wrote. */
  addressIDs: string[];
  /** As it was; absent for a customer that the import created. */
  before?: StoredCustomer | undefined;
  /** Groups that were created for it, to be removed with it. */
  groupIDs?: string[] | undefined;
}

/** What creating a customer, or changing it, needs beside the row. */
export interface CustomerImportData {
  customer: ImportedCustomer;
  before?: StoredCustomer | undefined;
}

/** What importing customers needs of services. */
export interface CustomerImportParts {
  groups: AccountGroupService;
}

/** What a new customer has where its row says nothing. */
export const blankCustomer: ImportedCustomer = {
  number: null,
  name: '',
  customerPriceGroups: [],
  parent: null,
  ...customerFields.unset,
  billTo: null,
  shipTo: null,
};

/** Whether two addresses say the same. */
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
  /** As people read it. */
  of(customer: ImportedCustomer): Fact;
  /** What says whether it is the same, where names do not: files write them in any case. */
  key?: (customer: ImportedCustomer) => string | null;
}

/** What people read of a customer beside its fields; named as in the import, as the API does. */
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

/** What changes between two states of a customer; of an address that is there part by part. */
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

/** The same as the history and the event name it, whoever changes a customer: an address is one field. */
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
