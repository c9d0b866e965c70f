import type { NamedReference } from '@millwright/core/contracts';
import {
  type AccountContext,
  fieldsOfRow,
  type ImportChoices,
  type NamedRecords,
  type ParsedRow,
  type ReadReference,
  type ReferencedRow,
} from '@millwright/core/server';
import { customerFields, customerReferences, customerTypeKind, priceGroupKind } from '../../../../contracts/index.ts';
import { type Fault, formed, textOf } from '../../../document/import/import-row.ts';
import { findCarrierOption } from '../../../terms/carrier/find-carrier-option.ts';
import { namedOrNew } from '../../party/named-or-new.ts';
import { namesOf } from '../../party/party-import.ts';
import { type AddressRole, addressField, addressRoles } from './address-import-fields.ts';
import { type AddressPart, addressParts } from './customer-import-fields.ts';
import {
  blankCustomer,
  type ImportedAddress,
  type ImportedCustomer,
  isSameAddress,
  type StoredCustomer,
} from './customer-import-record.ts';
import { byName } from './customer-import-stored.ts';

/** Carrier and service are read together. */
const simpleFields = customerFields.without('defaultCarrier', 'defaultCarrierOption');

/** What a row is read with. */
interface RowReading {
  ctx: AccountContext;
  row: ParsedRow;
  before: StoredCustomer | undefined;
  names: NamedRecords;
  choices: ImportChoices;
  /** The customer of a number that exists or stands in a row before. */
  parentOf(number: string): NamedReference | undefined;
  fault: Fault;
  warn: Fault;
}

/**
 * The record that a cell names, or what stands for one to be made; undefined where the row says nothing or what cannot
 * be.
 */
function named({ ctx, row, before, names, choices, fault }: RowReading, field: keyof typeof customerReferences.fields) {
  const [text, kind] = [textOf(row, field), customerReferences.fields[field].to];
  const cell = { kind, field, kept: before?.[field], choices, fault };
  return text === undefined ? undefined : namedOrNew(ctx, names.find(kind, text), { ...cell, text });
}

const referenceTo = ({ id, name }: ReferencedRow): NamedReference => ({ id, name });

/** A group of this name, which may be created where that was asked for. */
function group(
  { names, choices, fault, warn }: RowReading,
  field: 'customerTypeGroup' | 'customerPriceGroups',
  name: string,
): NamedReference | undefined {
  const kind = field === 'customerTypeGroup' ? customerTypeKind : priceGroupKind;
  const found = names.find(kind, name);
  // An earlier chunk of the set may just have created it in another spelling: what is shown has to stay as it was.
  if ('record' in found)
    return { id: found.record.id, name: choices.createReferences.has(field) ? name : found.record.name };
  if (!found.isMissing || !choices.createReferences.has(field)) {
    fault(field, found.message);
    return undefined;
  }
  if (name.length > 100) {
    fault(field, `The name of a ${kind.noun} has at most 100 characters`);
    return undefined;
  }
  warn(field, `The ${kind.noun} ${name} will be created`);
  return { id: null, name };
}

/** Names of several price groups: separated by ; or by commas, which may also be part of a name that exists. */
function groupNames(text: string, names: NamedRecords): string[] {
  const isKnown = (name: string): boolean => names.all(priceGroupKind, name).length > 0;
  const pieces = isKnown(text) ? [text] : text.split(';');
  return pieces
    .flatMap((piece) => (isKnown(piece.trim()) ? [piece] : piece.split(',')))
    .map((name) => name.trim())
    .filter(Boolean);
}

function priceGroups(reading: RowReading): readonly NamedReference[] {
  const text = textOf(reading.row, 'customerPriceGroups');
  if (text === undefined) return reading.before?.customerPriceGroups ?? [];
  const wanted = new Map<string, NamedReference>();
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
  const carrier = named(reading, 'defaultCarrier');
  const optionText = textOf(row, 'defaultCarrierOption');
  if (optionText !== undefined && (carrier || carrierText === undefined)) {
    const found = findCarrierOption(names, optionText, carrier?.id, before?.defaultCarrier?.id);
    if ('record' in found) {
      const own = names.byID.get(found.record.withinID ?? '');
      return { defaultCarrier: own ? referenceTo(own) : null, defaultCarrierOption: referenceTo(found.record) };
    }
    fault('defaultCarrierOption', found.message);
  }
  const kept = before?.defaultCarrierOption ?? null;
  if (!carrier) return { defaultCarrier: before?.defaultCarrier ?? null, defaultCarrierOption: kept };
  const isOther = names.byID.get(kept?.id ?? '')?.withinID !== carrier.id;
  return { defaultCarrier: carrier, defaultCarrierOption: isOther ? null : kept };
}

function parent({ row, before, parentOf, fault }: RowReading): NamedReference | null {
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

const partFields = Object.fromEntries(
  addressRoles.map((role) => [role, addressParts.map((part) => ({ part, field: addressField(role, part) }))]),
) as Record<AddressRole, { part: AddressPart; field: string }[]>;

/**
 * An address with what the row fills; parts that it leaves empty stay as they are. Lines are read and measured already.
 */
function address(reading: RowReading, role: AddressRole, customerName: string): ImportedAddress | null {
  const { row, before, fault } = reading;
  const old = before?.[role] ?? null;
  const merged: ImportedAddress = {
    id: old?.id ?? null,
    name: old?.name ?? customerName,
    line1: old?.line1 ?? null,
    line2: old?.line2 ?? null,
    city: old?.city ?? null,
    state: old?.state ?? null,
    postalCode: old?.postalCode ?? null,
    country: old?.country ?? '',
    phone: old?.phone ?? null,
    email: old?.email ?? null,
  };
  let isGiven = false;
  for (const { part, field } of partFields[role]) {
    const text = row.fields[field];
    if (typeof text !== 'string') continue;
    isGiven = true;
    merged[part] = part === 'email' || part === 'phone' ? (formed(part, text, field, fault) ?? text) : text;
  }
  if (!isGiven) return old;
  if (!merged.name) fault(addressField(role, 'name'), 'Address name is required');
  if (!merged.country) fault(addressField(role, 'country'), 'Country is required');
  return merged;
}

/**
 * Bill-to and ship-to, with the ids of the addresses that hold them: one that serves as both is not changed through one
 * of them.
 */
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

/** The customer as the row wants it; empty cells leave what is there. */
export function customerOfRow(reading: RowReading): ImportedCustomer {
  const { row, before } = reading;
  const old = before ?? blankCustomer;
  const { number, name } = namesOf('customer', row, before, reading.fault);
  const readReference: ReadReference = (field, _, text) =>
    field === 'customerTypeGroup'
      ? group(reading, field, text)
      : named(reading, field as keyof typeof customerReferences.fields);
  return {
    number,
    name,
    ...fieldsOfRow(simpleFields, row, old, reading.fault, readReference),
    ...carriage(reading),
    customerPriceGroups: priceGroups(reading),
    parent: parent(reading),
    ...addresses(reading, name),
  };
}
