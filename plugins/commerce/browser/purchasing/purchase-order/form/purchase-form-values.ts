import { type AddressSnapshot, addressInput, positiveMeasure } from '@millwright/core/contracts';
import { z } from 'zod';
import {
  type CreatePurchaseOrderInput,
  createPurchaseOrderBody,
  mostPurchaseOrderLines,
  type PurchaseOrder,
  purchaseOrderLineEntry,
  type UpdatePurchaseOrderInput,
} from '../../../../contracts/index.ts';
import { addressChoices } from '../../../document/address-choices.ts';

/** A line of the form, with quantity and unit in separate cells. */
export interface PurchaseFormLine extends Record<string, unknown> {
  id?: string | null;
  itemID: string;
  quantity: number | null;
  unitID: string | null;
  /** Null for the supplier's price. */
  unitPrice: number | null;
  /** Null for the next free number. */
  lineItemNumber: number | null;
}

/** A blank line. Lines that stay blank are not sent. */
export const newPurchaseLine = (): PurchaseFormLine => ({
  itemID: '',
  quantity: null,
  unitID: null,
  unitPrice: null,
  lineItemNumber: null,
});

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';
const isBlankLine = (line: unknown): boolean =>
  typeof line === 'object' && line !== null && Object.values(line).every(isBlank);

const { itemID, unitPrice, lineItemNumber } = purchaseOrderLineEntry.shape;

const line = z.object({
  id: z.string().nullish(),
  itemID,
  quantity: z.preprocess(
    (value) => value ?? undefined,
    z.number({ error: 'Quantity is required' }).pipe(positiveMeasure),
  ),
  unitID: z.string().nullish(),
  unitPrice,
  lineItemNumber,
});

const { supplierID, number, status, priorityID, paymentTermID, contacts, note, supplierNote, scheduledAt } =
  createPurchaseOrderBody.shape;

const fields = z.object({
  supplierID,
  number,
  status,
  priorityID,
  paymentTermID,
  contacts,
  note,
  supplierNote,
  scheduledAt,
  shipToChoice: z.string().nullish(),
  shipTo: addressInput.nullish(),
  billToChoice: z.string().nullish(),
  billTo: addressInput.nullish(),
  // Blank lines stay as undefined entries, so that errors name the row on the screen.
  lines: z
    .array(z.preprocess((entry) => (isBlankLine(entry) ? undefined : entry), line.optional()))
    .max(mostPurchaseOrderLines, { error: `At most ${mostPurchaseOrderLines} lines` }),
});

/** Schema of the form's values, with the messages of the contract. */
export const purchaseFormSchema = z.preprocess((entered: Record<string, unknown>) => {
  const isOneOff = (name: string): boolean => entered[`${name}Choice`] === addressChoices.oneOff;
  return {
    ...entered,
    // A hidden address is not validated.
    shipTo: isOneOff('shipTo') ? (entered['shipTo'] ?? {}) : undefined,
    billTo: isOneOff('billTo') ? (entered['billTo'] ?? {}) : undefined,
  };
}, fields);
export type PurchaseFormValues = z.output<typeof purchaseFormSchema>;

function addressOf(values: PurchaseFormValues, name: 'shipTo' | 'billTo') {
  const choice = values[`${name}Choice`];
  if (isBlank(choice) || choice === addressChoices.kept) return {};
  if (choice === addressChoices.none) return { [name]: null };
  return choice === addressChoices.oneOff ? { [name]: values[name] } : { [`${name}ID`]: choice };
}

const sentLines = (values: PurchaseFormValues) =>
  values.lines.flatMap((entry) => {
    if (!entry) return [];
    const { quantity, unitID, unitPrice: price, id, ...rest } = entry;
    const quantityOrdered = unitID ? { measure: quantity, unitID } : quantity;
    // Null asks for the supplier's price, even if the line had a different price before.
    return [{ ...rest, ...(id ? { id } : {}), quantityOrdered, unitPrice: price ?? null }];
  });

const simple = ['priorityID', 'paymentTermID', 'contacts', 'note', 'supplierNote', 'scheduledAt'] as const;

/** The body that creates the order. If the supplier's terms are not in the form yet, the server applies them. */
export function purchaseOrderBodyOf(values: PurchaseFormValues, hasDefaults: boolean): CreatePurchaseOrderInput {
  const { shipTo: _shipTo, billTo: _billTo, shipToChoice: _ship, billToChoice: _bill, ...rest } = values;
  return {
    ...rest,
    ...(hasDefaults ? { paymentTermID: values.paymentTermID ?? null } : {}),
    ...addressOf(values, 'shipTo'),
    ...addressOf(values, 'billTo'),
    lines: sentLines(values).map(({ id: _id, ...entry }) => entry),
  };
}

/** The body that changes the order: the fields that differ, and the whole list of lines if any line differs. */
export function purchaseOrderUpdateOf(
  values: PurchaseFormValues,
  changes: Partial<PurchaseFormValues>,
  version: number,
): UpdatePurchaseOrderInput {
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
export const purchaseFormValues = (order: PurchaseOrder) => ({
  supplierID: order.supplier.id,
  priorityID: order.priority?.id ?? null,
  paymentTermID: order.paymentTerm?.id ?? null,
  contacts: order.contacts,
  note: order.note,
  supplierNote: order.supplierNote,
  scheduledAt: order.scheduledAt,
  shipToChoice: order.shipTo ? addressChoices.kept : addressChoices.none,
  shipTo: addressValues(order.shipTo),
  billToChoice: order.billTo ? addressChoices.kept : addressChoices.none,
  billTo: addressValues(order.billTo),
  lines: order.lines.map(
    (entry): PurchaseFormLine => ({
      id: entry.id,
      itemID: entry.item.id,
      quantity: entry.quantityOrdered.measure,
      unitID: entry.quantityOrdered.unitID,
      unitPrice: entry.unitPrice,
      lineItemNumber: entry.lineItemNumber,
    }),
  ),
});
