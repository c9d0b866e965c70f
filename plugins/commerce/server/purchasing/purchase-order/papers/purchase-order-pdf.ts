import {
  type AccountContext,
  documentPDF,
  type OutsideContext,
  type PrintedDocument,
  paperFrame,
} from '@millwright/core/server';
import { purchaseOrderStates } from '../../../../contracts/index.ts';
import { supplierLines } from '../../supplier-lines.ts';
import { purchaseOrderByID } from '../purchase-order.queries.ts';
import { purchaseOrderProps } from './purchase-order-mail.ts';

/** Content of a purchase order document, the same as in its mail. */
async function purchaseOrderPaper(ctx: AccountContext, orderID: string): Promise<PrintedDocument> {
  const order = await purchaseOrderByID(ctx, orderID);
  const { isRequest, facts, lines, total, addresses, number } = purchaseOrderProps(ctx, order);
  const note = 'Note';
  const prices = isRequest
    ? []
    : ([
        { header: 'Price', width: 76, align: 'right' },
        { header: 'Total', width: 76, align: 'right' },
      ] as const);
  return {
    ...(await paperFrame(ctx)),
    title: `${isRequest ? 'Request for quotation' : 'Purchase order'} ${number}`,
    facts: facts.flatMap(([label, value]): [string, string][] => (value && label !== note ? [[label, value]] : [])),
    parties: [
      { label: 'Supplier', lines: await supplierLines(ctx, order.supplier) },
      ...addresses.map(([label, own]) => ({ label, lines: own })),
    ].filter((party) => party.lines.length),
    mark: purchaseOrderStates.is.estimated(order.status.code) ? 'DRAFT' : null,
    tables: [
      {
        columns: [
          { header: '#', width: 22 },
          { header: 'Item', width: '*' },
          { header: 'Quantity', width: 120, align: 'right' },
          ...prices,
        ],
        rows: lines.map((line) => ({
          cells: [
            String(line.number),
            line.sku,
            line.quantity,
            ...(isRequest ? [] : [line.unitPrice ?? '', line.total ?? '']),
          ],
          detail: line.description,
        })),
        empty: 'Nothing is ordered yet',
      },
    ],
    totals: total ? [['Total', total]] : [],
    notes: facts.flatMap(([label, value]) => (label === note && value ? value : [])),
  };
}

/** The order as a PDF, drawn after the reading transaction. */
export async function purchaseOrderPDF(ctx: OutsideContext, orderID: string) {
  const paper = await ctx.inTransaction((inner) => purchaseOrderPaper(inner, orderID), { readOnly: true });
  return { bytes: await documentPDF(paper), contentType: 'application/pdf' };
}
