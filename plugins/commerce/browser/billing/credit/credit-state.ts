import { decimal, lesserOf, sumOf, toWire } from '@millwright/core/contracts';
import {
  type CreditableLine,
  type CreditInvoiceInput,
  type CreditPart,
  type CreditWish,
  creditableOf,
  creditableQuantity,
  creditParts,
  type Invoice,
  type InvoiceLine,
  type Restock,
} from '../../../contracts/index.ts';

/** Values typed for a line. */
export interface TypedLine {
  quantity: number | null;
  /** Null for the line's price. */
  amount: number | null;
  /** Null for the choice that applies to all lines. */
  restock: Restock | null;
}

/** Values typed on the sheet of a credit. */
export interface CreditSheet {
  lines: ReadonlyMap<string, TypedLine>;
  freight: number | null;
  restock: Restock;
  locationID: string | null;
  reason: string;
}

export const blankLine: TypedLine = { quantity: null, amount: null, restock: null };

const creditable = ({ quantity, ...line }: InvoiceLine): CreditableLine => ({ ...line, quantity: quantity.measure });

/** Quantity and amount of a line that can still be credited. */
export const leftOf = (line: InvoiceLine) => ({
  quantity: line.itemID ? toWire(creditableQuantity(creditable(line))) : 0,
  amount: toWire(creditableOf(creditable(line))),
});

/** Lines that can be credited. Freight has a field of its own, and tax is computed by the server. */
export const creditedLines = ({ lines }: Invoice): InvoiceLine[] =>
  lines.filter((line) => line.total > 0 && line.productType !== 'shipping');

const isTyped = ({ quantity, amount }: TypedLine): boolean => Boolean(quantity) || Boolean(amount);

const wishesOf = (invoice: Invoice, sheet: CreditSheet): CreditWish[] =>
  creditedLines(invoice).flatMap(({ id }) => {
    const typed = sheet.lines.get(id);
    return typed && isTyped(typed)
      ? [{ invoiceLineID: id, quantity: typed.quantity ?? undefined, amount: typed.amount ?? undefined }]
      : [];
  });

/** Credited amounts by line, and the allocation of the credit, for the present sheet. */
export function creditOf(invoice: Invoice, sheet: CreditSheet) {
  const parts = creditParts(invoice.lines.map(creditable), wishesOf(invoice, sheet), sheet.freight ?? '0');
  const total = sumOf(parts.map(({ amount }) => amount));
  const pays = lesserOf(total, decimal(invoice.open));
  return {
    parts: new Map(parts.map((part): [string, CreditPart] => [part.invoiceLineID, part])),
    total: toWire(total),
    pays: toWire(pays),
    kept: toWire(total.minus(pays)),
  };
}

/** Quantities and amounts for crediting the rest of the invoice. */
export const allOf = (invoice: Invoice): Pick<CreditSheet, 'lines' | 'freight'> => ({
  lines: new Map(
    creditedLines(invoice)
      .filter((line) => line.productType !== 'tax' && leftOf(line).quantity > 0)
      .map((line) => [line.id, { ...blankLine, quantity: leftOf(line).quantity }]),
  ),
  freight: creditFreightOf(invoice) || null,
});

/** Freight that can still be credited. */
export const creditFreightOf = ({ lines }: Invoice): number =>
  toWire(sumOf(lines.filter(({ productType }) => productType === 'shipping').map((line) => leftOf(line).amount)));

/** The body of the request that creates the credit. */
export const creditBody = (invoice: Invoice, sheet: CreditSheet): CreditInvoiceInput => ({
  lines: creditedLines(invoice).flatMap(({ id }) => {
    const typed = sheet.lines.get(id);
    if (!typed || !isTyped(typed)) return [];
    const { quantity, amount, restock } = typed;
    return [
      {
        invoiceLineID: id,
        ...(quantity ? { quantity } : {}),
        ...(amount === null ? {} : { amount }),
        ...(quantity && restock ? { restock } : {}),
      },
    ];
  }),
  ...(sheet.freight ? { freight: sheet.freight } : {}),
  restock: sheet.restock,
  ...(sheet.restock === 'place' && sheet.locationID ? { locationID: sheet.locationID } : {}),
  reason: sheet.reason,
  version: invoice.version,
});
