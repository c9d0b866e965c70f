import type { AddressSnapshot, NamedReference } from '@millwright/core/contracts';
import type { AccountContext } from '@millwright/core/server';
import { type SalesOrderStatus, salesOrderReferences } from '../../../../../contracts/index.ts';
import type { OrderCells, Tell } from '../../../../document/import/order-rows.ts';
import { type AddressRole, addressField } from '../../../../parties/customer/import/address-import-fields.ts';
import { findCarrierOption } from '../../../../terms/carrier/find-carrier-option.ts';
import { isTermKind, standIn } from '../../../../terms/new-terms.ts';
import type { OrderCustomer } from '../../entry/sales-order-customer.ts';
import type { OrderHeader, ReferenceName } from '../record/sales-order-import-record.ts';
import type { PresentOrder } from '../record/sales-order-import-stored.ts';
import { type OrderAddressPart, orderAddressParts } from './sales-order-import-fields.ts';
import {
  type FoundNames,
  findCustomer,
  findCustomerByName,
  type OrderImportNames,
} from './sales-order-import-names.ts';

/** The customer that an order names; undefined where it names none, or none that is known. */
export function importedCustomerOf(cells: OrderCells, names: OrderImportNames, tell: { fault: Tell; warn: Tell }) {
  const [given, name] = [cells.get('customer'), cells.get('customerName')];
  const cell = given ?? name;
  if (!cell) return undefined;
  const answer: FoundNames<OrderCustomer> = given
    ? findCustomer(names, given.text)
    : findCustomerByName(names, cell.text);
  if ('fault' in answer) {
    tell.fault(cell.row, given ? 'customer' : 'customerName', answer.fault);
    return undefined;
  }
  const { found } = answer;
  if (given && name && name.text.toLowerCase() !== found.name.toLowerCase())
    tell.warn(name.row, 'customerName', `Customer ${found.number} is called ${found.name}, not ${name.text}`);
  return found;
}

/** The address that cells describe, as a whole; undefined where they are empty. */
function addressOf(
  cells: OrderCells,
  role: AddressRole,
  parts: { before: AddressSnapshot | null | undefined; customer: OrderCustomer },
  fault: Tell,
): AddressSnapshot | undefined {
  const given = orderAddressParts.map((part) => cells.get(addressField(role, part)));
  const [first] = given.filter((cell) => cell !== undefined);
  if (!first) return undefined;
  const { before, customer } = parts;
  const of = (part: OrderAddressPart): string | null => cells.get(addressField(role, part))?.text ?? null;
  const customerAddress = customer[role];
  const country = of('country') ?? before?.country ?? customerAddress?.country ?? customer.billTo?.country;
  if (!country) fault(first.row, addressField(role, 'country'), 'An address needs a country');
  const written = {
    name: of('name') ?? before?.name ?? customer.name,
    line1: of('line1'),
    line2: of('line2'),
    city: of('city'),
    state: of('state'),
    postalCode: of('postalCode'),
    country: country ?? '',
  };
  // Phone, email and the mark of drop shipments have no column; the address that they belong to keeps them.
  const same = [before, customerAddress].find(
    (known) => known && orderAddressParts.every((part) => known[part] === written[part]),
  );
  return { ...written, phone: same?.phone ?? null, email: same?.email ?? null, isDropShip: same?.isDropShip ?? false };
}

/** What cells can mean, and what may be created where they mean nothing. */
interface Known {
  ctx: AccountContext;
  names: OrderImportNames;
  creatable: ReadonlySet<string>;
}

const termFields = salesOrderReferences.without('carrier', 'carrierOption').names;

/** References of an order: what its cells name, else what it has, else what its customer has. */
function referencesOf(
  cells: OrderCells,
  { names, ctx, creatable }: Known,
  start: Pick<OrderHeader, 'references' | 'names'>,
  fault: Tell,
): Pick<OrderHeader, 'references' | 'names'> {
  const ids = { ...start.references };
  const texts = { ...start.names };
  const find = (
    field: ReferenceName,
    lookUp = (text: string) => names.references.find(salesOrderReferences.fields[field].to, text),
  ): NamedReference | undefined => {
    const cell = cells.get(field);
    if (!cell) return undefined;
    const { type } = salesOrderReferences.fields[field].to;
    const answer = lookUp(cell.text);
    const mayCreate = isTermKind(type) && creatable.has(field);
    // By the name that the file has, so that the order looks the same before and after it is created.
    if ('record' in answer) return { id: answer.record.id, name: mayCreate ? cell.text : answer.record.name };
    const made = mayCreate && answer.isMissing ? standIn(ctx, type, cell.text) : { fault: answer.message };
    if ('id' in made) return { id: made.id, name: cell.text };
    fault(cell.row, field, made.fault);
    return undefined;
  };
  const take = (field: ReferenceName, found: NamedReference | undefined): void => {
    // What it has already keeps its name, however the file writes it.
    if (!found || ids[`${field}ID`] === found.id) return;
    ids[`${field}ID`] = found.id;
    texts[field] = found.name;
  };
  for (const field of termFields) take(field, find(field));
  const carrier = find('carrier');
  // An option belongs to the carrier: alone it brings its carrier along, and it goes when the order gets another
  // carrier.
  if (carrier && carrier.id !== ids.carrierID) {
    ids.carrierOptionID = null;
    texts.carrierOption = null;
  }
  take('carrier', carrier);
  // Of several carriers' options of one name the one of the order's own carrier is meant.
  const option = find('carrierOption', (text) => findCarrierOption(names.references, text, carrier?.id, ids.carrierID));
  take('carrierOption', option);
  const optionCarrier = names.references.byID.get(names.references.byID.get(option?.id ?? '')?.withinID ?? '');
  if (optionCarrier && !carrier) take('carrier', optionCarrier);
  return { references: ids, names: texts };
}

/** The header of an order as its rows want it; empty cells leave what is there, or what the customer has. */
export function wantedHeader(
  cells: OrderCells,
  all: Known,
  parts: { customer: OrderCustomer; before: PresentOrder | undefined },
  fault: Tell,
): OrderHeader & { orderDate: string | null } {
  const { names } = all;
  const { customer, before } = parts;
  const text = (field: string): string | null => cells.get(field)?.text ?? null;
  const nameOf = (id: string | null): string | null => names.references.byID.get(id ?? '')?.name ?? null;
  const start = before ?? {
    references: {
      carrierID: customer.carrierID,
      carrierOptionID: customer.carrierOptionID,
      paymentTermID: customer.paymentTermID,
      shippingTermID: customer.shippingTermID,
      priorityID: customer.priorityID,
      salesRepID: customer.salesRepID,
    },
    names: {
      carrier: nameOf(customer.carrierID),
      carrierOption: nameOf(customer.carrierOptionID),
      paymentTerm: nameOf(customer.paymentTermID),
      shippingTerm: nameOf(customer.shippingTermID),
      priority: nameOf(customer.priorityID),
      salesRep: nameOf(customer.salesRepID),
    },
  };
  const orderDate = text('orderDate');
  if (orderDate !== null && orderDate > names.today)
    fault(cells.get('orderDate')?.row ?? 0, 'orderDate', 'The order date lies ahead');
  const address = (role: AddressRole): AddressSnapshot | null =>
    addressOf(cells, role, { before: before?.[role], customer }, fault) ?? (before ? before[role] : customer[role]);
  return {
    status: (text('status') as SalesOrderStatus | null) ?? before?.status ?? 'estimate',
    customerPO: text('customerPO') ?? before?.customerPO ?? null,
    note: text('note') ?? before?.note ?? null,
    customerNote: text('customerNote') ?? before?.customerNote ?? null,
    promisedAt: text('promisedAt') ?? before?.promisedAt ?? null,
    expiredAt: text('expiredAt') ?? before?.expiredAt ?? null,
    shipTo: address('shipTo'),
    billTo: address('billTo'),
    orderDate: before ? null : orderDate,
    ...referencesOf(cells, all, start, fault),
  };
}
