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

/** Without carrier and service, which are read together. */
const simpleFields = customerFields.without('defaultCarrier', 'defaultCarrierOption');

/** Data for reading a row. */
interface RowReading {
  ctx: AccountContext;
  row: ParsedRow;
  before: StoredCustomer | undefined;
  names: NamedRecords;
  choices: ImportChoices;
  /** The customer with this number, existing or in an earlier row. */
  parentOf(number: string): NamedReference | undefined;
  fault: Fault;
  warn: Fault;
}

/** The record named in a cell, or a stand-in for one to create; undefined for an empty cell or an error. */
function named({ ctx, row, before, names, choices, fault }: RowReading, field: keyof typeof customerReferences.fields) {
  const [text, kind] = [textOf(row, field), customerReferences.fields[field].to];
  const cell = { kind, field, kept: before?.[field], choices, fault };
  return text === undefined ? undefined : namedOrNew(ctx, names.find(kind, text), { ...cell, text });
}

const referenceTo = ({ id, name }: ReferencedRow): NamedReference => ({ id, name });

/** A group by name; it may be created if the import allows it. */
function group(
  { names, choices, fault, warn }: RowReading,
  field: 'customerTypeGroup' | 'customerPriceGroups',
  name: string,
): NamedReference | undefined {
  const kind = field === 'customerTypeGroup' ? customerTypeKind : priceGroupKind;
  const found = names.find(kind, name);
  // An earlier chunk of the import may have created it with another spelling; the shown name must not change.
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

/** Names of several price groups, separated by ; or by commas, which may also be part of an existing name. */
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

/** Carrier and service: a service sets its carrier too, and is removed when the carrier changes. */
function carriage(reading: RowReading): Pick<ImportedCustomer, 'defaultCarrier' | 'defaultCarrierOption'> {
  const { row, names, before, fault } = reading;
  const carrierText = textOf(row, 'defaultCarrier');
  const carrier = named(reading, 'defaultCarrier');
  const optionText = textOf(row, 'defaultCarrierOption');
  if (optionText !== undefined && (carrier || carrierText === undefined)) {
    const found = findCarrierOption(names, optionText, carrier?.id, before?.defaultCarrier?.id);
    if ('record' in found) {
      const optionCarrier = names.byID.get(found.record.withinID ?? '');
      return {
        defaultCarrier: optionCarrier ? referenceTo(optionCarrier) : null,
        defaultCarrierOption: referenceTo(found.record),
      };
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

/** An address with the values of the row; empty cells keep the present parts. Lines were validated before. */
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
 * Bill-to and ship-to addresses with the ids of stored ones; an address with both roles is not changed for one role.
 */
function addresses(reading: RowReading, name: string): Pick<ImportedCustomer, 'billTo' | 'shipTo'> {
  const [billTo, shipTo] = [address(reading, 'billTo', name), address(reading, 'shipTo', name)];
  if (!billTo || !shipTo) return { billTo, shipTo };
  const isSame = isSameAddress(billTo, shipTo);
  if (isSame) {
    const id = billTo.id ?? shipTo.id;
    // Two stored addresses stay separate, even if they become equal.
    return billTo.id && shipTo.id ? { billTo, shipTo } : { billTo: { ...billTo, id }, shipTo: { ...shipTo, id } };
  }
  const { before } = reading;
  if (billTo.id === null || billTo.id !== shipTo.id || !before?.billTo) return { billTo, shipTo };
  return isSameAddress(shipTo, before.billTo)
    ? { billTo: { ...billTo, id: null }, shipTo }
    : { billTo, shipTo: { ...shipTo, id: null } };
}

/** The customer described by the row; empty cells keep present values. */
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
