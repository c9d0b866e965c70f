import { problems } from '@millwright/core/contracts';
import type { AccountContext } from '@millwright/core/server';
import { documentPDF, inWorker, type OutsideContext, type PrintedDocument, paperFrame } from '@millwright/core/server';
import type { CartonLabelFormat, Shipment } from '../../../../contracts/index.ts';
import type { ShipmentReader } from '../list/read-shipment.ts';
import { shipmentOfCase } from '../shipment.queries.ts';
import { type CartonLabel, cartonLabels } from './carton-label.ts';
import { cartonLabelZPL } from './carton-label-zpl.ts';

/** After the build, the worker file lies in the same folder as the entry point. */
const program = new URL(
  import.meta.url.endsWith('.ts') ? './carton-label-worker.ts' : './carton-label-worker.js',
  import.meta.url,
);

/** Up to this number the labels are drawn in the current thread, because starting a worker takes longer. */
const few = 3;

async function cartonLabelPDF(labels: readonly CartonLabel[]): Promise<Uint8Array> {
  if (labels.length > few) return inWorker<Uint8Array>(program, labels, { memory: 256, longest: 60_000 });
  const { drawCartonLabels } = await import('./draw-carton-labels.ts');
  return drawCartonLabels(labels);
}

/** A paper of a shipment as PDF, rendered after the transaction that reads the shipment. */
export async function printPaper(
  ctx: OutsideContext,
  reader: ShipmentReader,
  shipmentID: string,
  paperOf: (ctx: AccountContext, shipment: Shipment) => Promise<PrintedDocument>,
) {
  const paper = await ctx.inTransaction(async (inner) => paperOf(inner, await reader.byID(inner, shipmentID)), {
    readOnly: true,
  });
  return { bytes: await documentPDF(paper), contentType: 'application/pdf' };
}

/** Carton labels of a shipment or of one case. */
export async function printCartonLabels(
  ctx: OutsideContext,
  reader: ShipmentReader,
  of: { shipmentID: string } | { caseID: string },
  format: CartonLabelFormat = 'pdf',
) {
  const labels = await ctx.inTransaction(
    async (inner) => {
      const caseID = 'caseID' in of ? of.caseID : undefined;
      const shipmentID = 'caseID' in of ? await shipmentOfCase(inner, of.caseID) : of.shipmentID;
      const { brand } = await paperFrame(inner);
      return cartonLabels(inner, await reader.byID(inner, shipmentID), [brand.name, ...brand.lines], caseID);
    },
    { readOnly: true },
  );
  if (!labels.length) throw problems.not_found({ message: 'The shipment has no cases' });
  return format === 'zpl'
    ? { bytes: cartonLabelZPL(labels), contentType: 'application/zpl', filename: 'carton-labels.zpl' }
    : { bytes: await cartonLabelPDF(labels), contentType: 'application/pdf' };
}
