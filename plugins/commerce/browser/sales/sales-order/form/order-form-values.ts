import { type AddressSnapshot, addressInput, positiveMeasure } from '@millwright/core/contracts';
import { z } from 'zod';
import {
  type CreateSalesOrderInput,
  createSalesOrderBody,
  type FrequentlyOrderedProduct,
  mostSalesOrderLines,
  type SalesOrder,
  salesOrderLineEntry,
  type UpdateSalesOrderInput,
} from '../../../../contracts/index.ts';
import { addressChoices } from '../../../document/address-choices.ts';

/** A line of the form, with quantity and unit in separate cells. */
export interface OrderFormLine extends Record<string, unknown> {
  id?: string | null;
  productID: string;
  quantity: number | null;
  unitID: string | null;
  /** Typed price; null for the price of the rules. */
  unitPrice: number | null;
  /** Null for the next free number. */
  lineItemNumber: number | null;
}

/** A blank line. Lines that stay blank are not sent. */
export const newOrderLine = (): OrderFormLine => ({
  productID: '',
  quantity: null,
  unitID: null,
  unitPrice: null,
  lineItemNumber: null,
});

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';

const isBlankLine = (line: unknown): boolean =>
  typeof line === 'object' && line !== null && Object.values(line).every(isBlank);

/** A line for a frequently ordered product, with its usual quantity. */
export const lineOfFrequent = ({ product, usualQuantity }: FrequentlyOrderedProduct): OrderFormLine => ({
  ...newOrderLine(),
  productID: product.id,
  quantity: usualQuantity.measure,
  unitID: usualQuantity.unitID,
});

/** Adds a line in place of the first blank one, otherwise at the end. */
export function withLine(lines: readonly OrderFormLine[], added: OrderFormLine): OrderFormLine[] {
  const blank = lines.findIndex(isBlankLine);
  return blank < 0 ? [...lines, added] : lines.map((line, index) => (index === blank ? added : line));
}

const { productID, unitPrice, lineItemNumber } = salesOrderLineEntry.shape;

const line = z.object({
  id: z.string().nullish(),
  productID,
  quantity: z.preprocess(
    (value) => value ?? undefined,
    z.number({ error: 'Quantity is required' }).pipe(positiveMeasure),
  ),
  unitID: z.string().nullish(),
  unitPrice,
  lineItemNumber,
});

const {
  customerID,
  number,
  status,
  customerPO,
  carrierID,
  carrierOptionID,
  paymentTermID,
  shippingTermID,
  priorityID,
  salesRepID,
  note,
  customerNote,
  acknowledgementEmailContacts,
  invoiceEmailContacts,
  promisedAt,
  expiredAt,
  orderDiscountID,
} = createSalesOrderBody.shape;

const fields = z.object({
  customerID,
  number,
  status,
  customerPO,
  carrierID,
  carrierOptionID,
  paymentTermID,
  shippingTermID,
  priorityID,
  salesRepID,
  note,
  customerNote,
  acknowledgementEmailContacts,
  invoiceEmailContacts,
  promisedAt,
  expiredAt,
  orderDiscountID,
  shipToChoice: z.string().nullish(),
  shipTo: addressInput.nullish(),
  billToChoice: z.string().nullish(),
  billTo: addressInput.nullish(),
  // Blank lines stay as undefined entries, so that errors name the row on the screen.
  lines: z
    .array(z.preprocess((entry) => (isBlankLine(entry) ? undefined : entry), line.optional()))
    .max(mostSalesOrderLines, { error: `At most ${mostSalesOrderLines} lines` }),
});

/** Schema of the form's values, with the messages of the contract. */
export const orderFormSchema = z.preprocess((entered: Record<string, unknown>) => {
  const isOneOff = (name: string): boolean => entered[`${name}Choice`] === addressChoices.oneOff;
  return {
    ...entered,
    // A hidden address is not validated.
    shipTo: isOneOff('shipTo') ? (entered['shipTo'] ?? {}) : undefined,
    billTo: isOneOff('billTo') ? (entered['billTo'] ?? {}) : undefined,
  };
}, fields);
export type OrderFormValues = z.output<typeof orderFormSchema>;

/** Fields with defaults from the customer. */
const defaulted = [
  'carrierID',
  'carrierOptionID',
  'paymentTermID',
  'shippingTermID',
  'priorityID',
  'salesRepID',
] as const;

function addressOf(values: OrderFormValues, name: 'shipTo' | 'billTo') {
  const choice = values[`${name}Choice`];
  if (isBlank(choice) || choice === addressChoices.kept) return {};
  if (choice === addressChoices.none) return { [name]: null };
  return choice === addressChoices.oneOff ? { [name]: values[name] } : { [`${name}ID`]: choice };
}

const sentLines = (values: OrderFormValues) =>
  values.lines.flatMap((entry) => {
    if (!entry) return [];
    const { quantity, unitID, unitPrice: price, id, ...rest } = entry;
    const quantityOrdered = unitID ? { measure: quantity, unitID } : quantity;
    // Null lets the rules price the line, even if it had a typed price before.
    return [{ ...rest, ...(id ? { id } : {}), quantityOrdered, unitPrice: price ?? null }];
  });

/** The body that creates the order. If the customer's defaults are not in the form yet, the server applies them. */
export function salesOrderBodyOf(values: OrderFormValues, hasDefaults: boolean): CreateSalesOrderInput {
  const { shipTo: _shipTo, billTo: _billTo, shipToChoice: _ship, billToChoice: _bill, lines: _lines, ...rest } = values;
  const shown = Object.fromEntries(
    // An empty sales rep is not sent, so that the territory determines it.
    defaulted.filter((name) => name !== 'salesRepID' || values[name]).map((name) => [name, values[name] ?? null]),
  );
  return {
    ...rest,
    ...(hasDefaults ? { salesRepID: undefined, ...shown } : {}),
    ...addressOf(values, 'shipTo'),
    ...addressOf(values, 'billTo'),
    lines: sentLines(values).map(({ id: _id, ...entry }) => entry),
  };
}

const simple = [
  'customerPO',
  ...defaulted,
  'note',
  'customerNote',
  'acknowledgementEmailContacts',
  'invoiceEmailContacts',
  'promisedAt',
  'expiredAt',
  'orderDiscountID',
] as const;

/**
 * The body that changes the order: the fields that differ, and the whole list of lines if any line differs. Number and
 * customer cannot change.
 */
export function salesOrderUpdateOf(
  values: OrderFormValues,
  changes: Partial<OrderFormValues>,
  version: number,
): UpdateSalesOrderInput {
  const changed = simple.filter((name) => name in changes).map((name) => [name, values[name] ?? null]);
  const hasAddress = (name: 'shipTo' | 'billTo') => name in changes || `${name}Choice` in changes;
  return {
    ...Object.fromEntries(changed),
    ...(hasAddress('shipTo') ? addressOf(values, 'shipTo') : {}),
    ...(hasAddress('billTo') ? addressOf(values, 'billTo') : {}),
    ...('lines' in changes ? { lines: sentLines(values) } : {}),
    version,
  };
}

const addressValues = (address: AddressSnapshot | null) => address ?? undefined;

/** The form values of an order. */
export const orderFormValues = (order: SalesOrder) => ({
  customerID: order.customer.id,
  customerPO: order.customerPO,
  carrierID: order.carrier?.id ?? null,
  carrierOptionID: order.carrierOption?.id ?? null,
  paymentTermID: order.paymentTerm?.id ?? null,
  shippingTermID: order.shippingTerm?.id ?? null,
  priorityID: order.priority?.id ?? null,
  salesRepID: order.salesRep?.id ?? null,
  note: order.note,
  customerNote: order.customerNote,
  acknowledgementEmailContacts: order.acknowledgementEmailContacts,
  invoiceEmailContacts: order.invoiceEmailContacts,
  promisedAt: order.promisedAt,
  expiredAt: order.expiredAt,
  orderDiscountID: order.orderDiscountID,
  shipToChoice: order.shipTo ? addressChoices.kept : addressChoices.none,
  shipTo: addressValues(order.shipTo),
  billToChoice: order.billTo ? addressChoices.kept : addressChoices.none,
  billTo: addressValues(order.billTo),
  lines: order.lines.map(
    (entry): OrderFormLine => ({
      id: entry.id,
      productID: entry.product.id,
      quantity: entry.quantityOrdered.measure,
      unitID: entry.quantityOrdered.unitID,
      unitPrice: entry.isPriceTyped ? entry.unitPrice : null,
      lineItemNumber: entry.lineItemNumber,
    }),
  ),
});
