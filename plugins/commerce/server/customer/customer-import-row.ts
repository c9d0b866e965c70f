import { addressInput, emailAddress, phoneNumber, webAddress } from '@millwright/core/contracts';
import type { ImportChoices, ParsedRow } from '@millwright/core/server';
import type { CustomerStatus } from '../../contracts/index.ts';
import { type AddressPart, type AddressRole, addressField, addressParts } from './customer-import-fields.ts';
import type { CustomerImportNames, NamedKind, NamedRecord } from './customer-import-names.ts';
import {
  blankCustomer,
  type ImportedAddress,
  type ImportedCustomer,
  type ImportedReference,
  isSameAddress,
  type StoredCustomer,
} from './customer-import-record.ts';
import { byName, salesRepName } from './customer-import-stored.ts';

/** What a row is read with. */
export interface RowReading {
  row: ParsedRow;
  before: StoredCustomer | undefined;
  names: CustomerImportNames;
  choices: ImportChoices;
  /** The customer of a number that exists or stands in a row before. */
  parentOf(number: string): ImportedReference | undefined;
  fault(field: string, message: string): void;
  warn(field: string, message: string): void;
}

const textOf = (row: ParsedRow, field: string): string | undefined => {
  const value = row.fields[field];
  return typeof value === 'string' ? value : undefined;
};

interface Schema {
  safeParse(
    text: string,
  ): { success: true; data: string } | { success: false; error: { issues: readonly { message: string }[] } };
}

/** A text that has to have a form; what is there where the row says nothing. */
function formed({ row, before, fault }: RowReading, field: 'email' | 'phone' | 'url', schema: Schema): string | null {
  const text = textOf(row, field);
  if (text === undefined) return before?.[field] ?? null;
  const read = schema.safeParse(field === 'url' && !text.includes('://') ? `https://${text}` : text);
  if (read.success) return read.data;
  fault(field, read.error.issues[0]?.message ?? 'Cannot be read');
  return null;
}

/** The record that a field names; undefined where the row says nothing or what cannot be. */
function named({ row, names, fault }: RowReading, field: string, kind: NamedKind): NamedRecord | undefined {
  const text = textOf(row, field);
  if (text === undefined) return undefined;
  const found = names.find(kind, text);
  if ('record' in found) return found.record;
  fault(field, found.message);
  return undefined;
}

const referenceTo = (record: NamedRecord): ImportedReference => ({ id: record.id, name: record.name });

/** A group of this name, which may be created where that was asked for. */
function group(
  { names, choices, fault, warn }: RowReading,
  field: 'customerTypeGroup' | 'customerPriceGroups',
  name: string,
): ImportedReference | undefined {
  const [kind, label] =
    field === 'customerTypeGroup'
      ? (['customer_type', 'customer type'] as const)
      : (['price_group', 'price group'] as const);
  const found = names.find(kind, name);
  // An earlier chunk of the set may just have created it in another spelling: what is shown has to stay as it was.
  if ('record' in found)
    return { id: found.record.id, name: choices.createReferences.has(field) ? name : found.record.name };
  if (!found.isMissing || !choices.createReferences.has(field)) {
    fault(field, found.message);
    return undefined;
  }
  if (name.length > 100) {
    fault(field, `The name of a ${label} has at most 100 characters`);
    return undefined;
  }
  warn(field, `The ${label} ${name} will be created`);
  return { id: null, name };
}

/** Names of several price groups: separated by ; or by commas, which may also be part of a name that exists. */
function groupNames(text: string, names: CustomerImportNames): string[] {
  const isKnown = (name: string): boolean => names.all('price_group', name).length > 0;
  const pieces = isKnown(text) ? [text] : text.split(';');
  return pieces
    .flatMap((piece) => (isKnown(piece.trim()) ? [piece] : piece.split(',')))
    .map((name) => name.trim())
    .filter(Boolean);
}

function priceGroups(reading: RowReading): readonly ImportedReference[] {
  const text = textOf(reading.row, 'customerPriceGroups');
  if (text === undefined) return reading.before?.customerPriceGroups ?? [];
  const wanted = new Map<string, ImportedReference>();
  for (const name of groupNames(text, reading.names)) {
    const found = group(reading, 'customerPriceGroups', name);
    if (found) wanted.set(found.id ?? name.toLowerCase(), found);
  }
  if (wanted.size > 50) reading.fault('customerPriceGroups', 'At most 50 price groups');
  return byName([...wanted.values()]);
}

/** Carrier and service: a service brings its carrier along, and goes with another carrier. */
function carriage(reading: RowReading): Pick<ImportedCustomer, 'defaultCarrier' | 'defaultCarrierOption'> {
  const { row, names, before, fault } = reading;
  const carrierText = textOf(row, 'defaultCarrier');
  const carrier = named(reading, 'defaultCarrier', 'carrier');
  const optionText = textOf(row, 'defaultCarrierOption');
  if (optionText !== undefined && (carrier || carrierText === undefined)) {
    const found = names.findOption(optionText, carrier?.id, before?.defaultCarrier?.id ?? undefined);
    if ('record' in found) {
      const own = names.byID.get(found.record.carrierID ?? '');
      return { defaultCarrier: own ? referenceTo(own) : null, defaultCarrierOption: referenceTo(found.record) };
    }
    fault('defaultCarrierOption', found.message);
  }
  const kept = before?.defaultCarrierOption ?? null;
  if (!carrier) return { defaultCarrier: before?.defaultCarrier ?? null, defaultCarrierOption: kept };
  const isOther = names.byID.get(kept?.id ?? '')?.carrierID !== carrier.id;
  return { defaultCarrier: referenceTo(carrier), defaultCarrierOption: isOther ? null : kept };
}

function parent({ row, before, parentOf, fault }: RowReading): ImportedReference | null {
  const number = textOf(row, 'parent');
  if (number === undefined) return before?.parent ?? null;
  if (number === (before?.number ?? textOf(row, 'number'))) {
    fault('parent', 'A customer cannot be its own parent');
    return null;
  }
  const found = parentOf(number);
  if (!found) fault('parent', `There is no customer with the number ${number}`);
  return found ?? null;
}

/** An address with what the row fills; parts that it leaves empty stay as they are. */
function address({ row, before, fault }: RowReading, role: AddressRole, customerName: string): ImportedAddress | null {
  const old = before?.[role] ?? null;
  const given: Partial<Record<AddressPart, string>> = {};
  let isGiven = false;
  for (const part of addressParts) {
    const text = textOf(row, addressField(role, part));
    if (text === undefined) continue;
    given[part] = text;
    isGiven = true;
  }
  if (!isGiven) return old;
  const { id, line1, line2, city, state, postalCode, country, phone, email } = old ?? { id: null };
  const merged = {
    ...{ name: old?.name ?? customerName, line1, line2, city, state, postalCode, country, phone, email },
    ...given,
  };
  const read = addressInput.safeParse(merged);
  if (!read.success) {
    for (const { path, message } of read.error.issues)
      fault(addressField(role, (path[0] as AddressPart | undefined) ?? 'name'), message);
    return old;
  }
  const { data } = read;
  return {
    id,
    name: data.name,
    line1: data.line1 || null,
    line2: data.line2 || null,
    city: data.city || null,
    state: data.state || null,
    postalCode: data.postalCode || null,
    country: data.country,
    phone: data.phone || null,
    email: data.email || null,
  };
}

/** Bill-to and ship-to, with the ids of the addresses that hold them: one that serves as both is not changed through one of them. */
function addresses(reading: RowReading, name: string): Pick<ImportedCustomer, 'billTo' | 'shipTo'> {
  const [billTo, shipTo] = [address(reading, 'billTo', name), address(reading, 'shipTo', name)];
  if (!billTo || !shipTo) return { billTo, shipTo };
  const isSame = isSameAddress(billTo, shipTo);
  if (isSame) {
    const id = billTo.id ?? shipTo.id;
    // Two addresses that are there stay two, whatever they say.
    return billTo.id && shipTo.id ? { billTo, shipTo } : { billTo: { ...billTo, id }, shipTo: { ...shipTo, id } };
  }
  const { before } = reading;
  if (billTo.id === null || billTo.id !== shipTo.id || !before?.billTo) return { billTo, shipTo };
  return isSameAddress(shipTo, before.billTo)
    ? { billTo: { ...billTo, id: null }, shipTo }
    : { billTo, shipTo: { ...shipTo, id: null } };
}

const flags = [
  'isParentAccount',
  'isEdiEnabled',
  'acceptsInvoiceEmails',
  'isCommissionExempt',
  'isFreightExempt',
] as const;

const flagsOf = ({ fields }: ParsedRow, before: ImportedCustomer): Pick<ImportedCustomer, (typeof flags)[number]> =>
  Object.fromEntries(
    flags.map((flag) => {
      const given = fields[flag];
      return [flag, typeof given === 'boolean' ? given : before[flag]];
    }),
  ) as Pick<ImportedCustomer, (typeof flags)[number]>;

/** The customer as the row wants it; empty cells leave what is there. */
export function customerOfRow(reading: RowReading): ImportedCustomer {
  const { row, before } = reading;
  const old = before ?? blankCustomer;
  const isByNumber = textOf(row, 'number') !== undefined;
  // A customer that was found by its name keeps it as it is written.
  const name = (before && !isByNumber ? before.name : textOf(row, 'name')) ?? old.name;
  if (!name) reading.fault('name', 'Customer name is required');
  const reference = (
    field: 'defaultPriority' | 'defaultPaymentTerm' | 'defaultShippingTerm',
    kind: NamedKind,
  ): ImportedReference | null => {
    const found = named(reading, field, kind);
    return found ? referenceTo(found) : old[field];
  };
  const rep = named(reading, 'defaultSalesRep', 'sales_rep');
  const typeName = textOf(row, 'customerTypeGroup');
  return {
    number: before?.number ?? textOf(row, 'number') ?? null,
    name,
    email: formed(reading, 'email', emailAddress),
    phone: formed(reading, 'phone', phoneNumber),
    url: formed(reading, 'url', webAddress),
    status: (textOf(row, 'status') as CustomerStatus | undefined) ?? old.status,
    note: textOf(row, 'note') ?? old.note,
    customerTypeGroup:
      typeName === undefined ? old.customerTypeGroup : (group(reading, 'customerTypeGroup', typeName) ?? null),
    customerPriceGroups: priceGroups(reading),
    ...carriage(reading),
    defaultPriority: reference('defaultPriority', 'priority'),
    defaultPaymentTerm: reference('defaultPaymentTerm', 'payment_term'),
    defaultShippingTerm: reference('defaultShippingTerm', 'shipping_term'),
    defaultSalesRep: rep ? { id: rep.id, name: salesRepName(rep) } : old.defaultSalesRep,
    parent: parent(reading),
    ...flagsOf(row, old),
    ...addresses(reading, name),
  };
}
