import {
  type AccountContext,
  documentPDF,
  type OutsideContext,
  type PrintedDocument,
  paperFrame,
} from '@millwright/core/server';
import { deliveryProblems, supplierDeliveryStates } from '../../../contracts/index.ts';
import { documentFormats } from '../../document/record/document-formats.ts';
import { supplierLines } from '../supplier-lines.ts';
import { deliveryByID } from './delivery.queries.ts';

/**
 * Return slip with the rejected goods and the reasons.
 * @throws Problem 409 `nothing_to_return` without rejected goods
 */
async function returnSlipPaper(ctx: AccountContext, deliveryID: string): Promise<PrintedDocument> {
  const delivery = await deliveryByID(ctx, deliveryID);
  const rejected = delivery.lines.filter((line) => line.quantityRejected.measure > 0 && line.voidedAt === null);
  if (!rejected.length)
    throw deliveryProblems.nothing_to_return({ message: `Nothing of delivery ${delivery.number} was rejected` });
  const { quantity, dayOf } = documentFormats(ctx);
  const facts: [string, string | null][] = [
    ['Received', dayOf(delivery.receivedAt)],
    ['Your delivery note', delivery.reference],
    ['Your number with us', delivery.supplier.number],
    ['Our order', delivery.purchaseOrder?.number ?? null],
    ['Returned', delivery.returnedAt && dayOf(delivery.returnedAt)],
  ];
  return {
    ...(await paperFrame(ctx)),
    title: `Return slip ${delivery.number}`,
    facts: facts.flatMap(([label, value]): [string, string][] => (value ? [[label, value]] : [])),
    parties: [{ label: 'To', lines: await supplierLines(ctx, delivery.supplier) }],
    mark: supplierDeliveryStates.is.void(delivery.status.code) ? 'VOID' : null,
    tables: [
      {
        columns: [
          { header: 'Item', width: '*' },
          { header: 'Lot', width: 90 },
          { header: 'Why', width: 150 },
          { header: 'Returned', width: 90, align: 'right' },
        ],
        rows: rejected.map((line) => ({
          cells: [
            line.supplierPartNumber ?? line.item.sku,
            line.lotNumber ?? '',
            line.reason ?? '',
            quantity(line.quantityRejected),
          ],
          detail: line.supplierPartNumber ? `${line.item.description} (our ${line.item.sku})` : line.item.description,
        })),
      },
    ],
    totals: [],
    notes: delivery.note ? [delivery.note] : [],
  };
}

/** The slip as a PDF, drawn after the reading transaction. */
export async function returnSlipPDF(ctx: OutsideContext, deliveryID: string) {
  const paper = await ctx.inTransaction((inner) => returnSlipPaper(inner, deliveryID), { readOnly: true });
  return { bytes: await documentPDF(paper), contentType: 'application/pdf' };
}
