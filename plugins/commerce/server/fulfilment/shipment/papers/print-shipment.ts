import { problems } from '@millwright/core/contracts';
import type { AccountContext } from '@millwright/core/server';
import { inWorker, type OutsideContext, type Paper, paperFrame, paperPDF } from '@millwright/core/server';
import type { CartonLabelFormat, Shipment } from '../../../../contracts/index.ts';
import type { ShipmentReader } from '../read-shipment.ts';
import { shipmentOfCase } from '../shipment.queries.ts';
import { type CartonLabel, cartonLabels } from './carton-label.ts';
import { cartonLabelZPL } from './carton-label-zpl.ts';

/** Built, it lies beside whatever starts it. */
const program = new URL(
  import.meta.url.endsWith('.ts') ? './carton-label-worker.ts' : './carton-label-worker.js',
  import.meta.url,
);

/** Labels up to which they are drawn here, in less time than a thread takes to begin. */
const few = 3;

async function cartonLabelPDF(labels: readonly CartonLabel[]): Promise<Uint8Array> {
  if (labels.length > few) return inWorker<Uint8Array>(program, labels, { memory: 256, longest: 60_000 });
  const { drawCartonLabels } = await import('./draw-carton-labels.ts');
  return drawCartonLabels(labels);
}

/** A paper of a shipment as PDF, drawn outside the transaction that reads it. */
export async function printPaper(
  ctx: OutsideContext,
  reader: ShipmentReader,
  shipmentID: string,
  paperOf: (ctx: AccountContext, shipment: Shipment) => Promise<Paper>,
) {
  const paper = await ctx.inTransaction(async (inner) => paperOf(inner, await reader.byID(inner, shipmentID)), {
    readOnly: true,
  });
  return { bytes: await paperPDF(paper), contentType: 'application/pdf' };
}

/** Carton labels of a shipment, or of one case of it. */
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
