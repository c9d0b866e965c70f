import { positiveMeasure } from '@millwright/core/contracts';
import { z } from 'zod';
import {
  createInventoryReceiptBody,
  largestStockOperation,
  type ReceiveInventoryInput,
  receiveInventoryBody,
} from '../../../contracts/index.ts';

/** A line of a delivery in the form, with separate cells for quantity and unit. */
export interface ReceiveLine extends Record<string, unknown> {
  itemID: string;
  quantity: number | null;
  unitID: string | null;
  /** Per unit; null takes the average of the stock on hand, else the item's cost. */
  unitCost: number | null;
  lotNumber: string | null;
  /** Null means the place of the whole delivery. */
  storageLocationID: string | null;
}

/** An empty line; it is not sent if it stays empty. */
export const newReceiveLine = (): ReceiveLine => ({
  itemID: '',
  quantity: null,
  unitID: null,
  unitCost: null,
  lotNumber: null,
  storageLocationID: null,
});

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';
const isBlankLine = (line: unknown): boolean =>
  typeof line === 'object' && line !== null && Object.values(line).every(isBlank);

const { itemID, unitCost, storageLocationID, lotNumber, customerID } = createInventoryReceiptBody.shape;
const { receivedAt, reference, reason } = receiveInventoryBody.shape;

const line = z.object({
  itemID,
  quantity: z.preprocess(
    (value) => value ?? undefined,
    z.number({ error: 'Quantity is required' }).pipe(positiveMeasure),
  ),
  unitID: z.string().nullish(),
  unitCost: unitCost.nullish(),
  lotNumber,
  storageLocationID,
});

/** Values of the form. The messages are those of the contract. */
export const receiveSchema = z.object({
  storageLocationID,
  receivedAt,
  reference,
  reason,
  customerID,
  // Blank lines stay as undefined entries, so that errors name the visible row.
  lines: z
    .array(z.preprocess((entry) => (isBlankLine(entry) ? undefined : entry), line.optional()))
    .max(largestStockOperation, { error: `At most ${largestStockOperation} lines` })
    .refine((entries) => entries.some(Boolean), { error: 'Enter or scan what came' }),
});

/** The request body; `rows` has the form row of each of its lines. */
export function receiptBodyOf(values: z.output<typeof receiveSchema>): { body: ReceiveInventoryInput; rows: number[] } {
  const { lines, storageLocationID: place, customerID: owner, ...delivery } = values;
  const rows = lines.flatMap((entry, row) => (entry ? [row] : []));
  const sent = rows.map((row) => {
    const entry = lines[row] as NonNullable<(typeof lines)[number]>;
    const { quantity, unitID, unitCost: cost, lotNumber: lot, storageLocationID: own, ...rest } = entry;
    return {
      ...rest,
      quantity: unitID ? { measure: quantity, unitID } : quantity,
      ...(isBlank(cost) ? {} : { unitCost: cost as number }),
      ...(lot ? { lotNumber: lot } : {}),
      ...((own ?? place) ? { storageLocationID: own ?? place } : {}),
      ...(owner ? { customerID: owner } : {}),
    };
  });
  return { body: { ...delivery, lines: sent }, rows };
}

/** Adds one of the scanned item: to its row, else to the first blank row, else to a new row. */
export function withScanned(
  lines: readonly ReceiveLine[],
  scanned: { itemID: string; unitID: string; lotNumber: string | null },
): ReceiveLine[] {
  const at = lines.findIndex(
    (entry) => entry.itemID === scanned.itemID && (entry.lotNumber || null) === scanned.lotNumber,
  );
  if (at >= 0)
    return lines.map((entry, index) => (index === at ? { ...entry, quantity: (entry.quantity ?? 0) + 1 } : entry));
  const made = { ...newReceiveLine(), ...scanned, quantity: 1 };
  const blank = lines.findIndex(isBlankLine);
  return blank < 0 ? [...lines, made] : lines.map((entry, index) => (index === blank ? made : entry));
}
