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

/** What a person typed for a line. */
export interface TypedLine {
  quantity: number | null;
  /** Null: at its price. */
  amount: number | null;
  /** Null: as said for all. */
  restock: Restock | null;
}

/** What a person typed on the sheet of a credit. */
export interface CreditSheet {
  lines: ReadonlyMap<string, TypedLine>;
  freight: number | null;
  restock: Restock;
  locationID: string | null;
  reason: string;
}

export const blankLine: TypedLine = { quantity: null, amount: null, restock: null };

const creditable = ({ quantity, ...line }: InvoiceLine): CreditableLine => ({ ...line, quantity: quantity.measure });

/** What is left to be credited of a line. */
export const leftOf = (line: InvoiceLine) => ({
  quantity: line.itemID ? toWire(creditableQuantity(creditable(line))) : 0,
  amount: toWire(creditableOf(creditable(line))),
});

/** Freight has its own field; tax comes by itself, where nobody types it. */
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

/** What the sheet would credit, by line, and where it goes. */
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

/** Everything that is left of the invoice. */
export const allOf = (invoice: Invoice): Pick<CreditSheet, 'lines' | 'freight'> => ({
  lines: new Map(
    creditedLines(invoice)
      .filter((line) => line.productType !== 'tax' && leftOf(line).quantity > 0)
      .map((line) => [line.id, { ...blankLine, quantity: leftOf(line).quantity }]),
  ),
  freight: creditFreightOf(invoice) || null,
});

/** What is left of the freight. */
export const creditFreightOf = ({ lines }: Invoice): number =>
  toWire(sumOf(lines.filter(({ productType }) => productType === 'shipping').map((line) => leftOf(line).amount)));

/** The request that writes what the sheet says. */
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
