import { type OutsideContext, readFile } from '@millwright/core/server';
import { carrierServiceProblems, labelStates } from '../../../../contracts/index.ts';
import { shipmentOfCase } from '../../shipment/shipment.queries.ts';
import { labelPicture } from './label-picture.ts';
import { labelsOf } from './label-rows.ts';

/** Points of a page of 4x6 inches. */
const page = { width: 288, height: 432 };

async function picturesAsPDF(pictures: readonly string[]): Promise<Uint8Array> {
  const { labelMaker } = await import('../../shipment/papers/draw-carton-labels.ts');
  return labelMaker()
    .createPdf({
      pageSize: page,
      pageMargins: 0,
      info: { title: 'Carrier labels' },
      content: pictures.map((image, index) => ({
        image,
        fit: [page.width - 8, page.height - 8],
        absolutePosition: { x: 4, y: 4 },
        ...(index > 0 ? { pageBreak: 'before' as const } : {}),
      })),
    })
    .getBuffer();
}

/**
 * The carrier labels of a shipment or of one case: ZPL unchanged, pictures as a PDF with one page each.
 * @throws Problem 409 `no_label`, `labels_differ`
 */
export async function printCarrierLabels(ctx: OutsideContext, of: { shipmentID: string } | { caseID: string }) {
  const files = await ctx.inTransaction(
    async (inner) => {
      const caseID = 'caseID' in of ? of.caseID : undefined;
      const shipmentID = 'caseID' in of ? await shipmentOfCase(inner, of.caseID) : of.shipmentID;
      const labels = (await labelsOf(inner, shipmentID)).filter(
        ({ status, shippingCaseID }) => labelStates.is.bought(status) && (!caseID || shippingCaseID === caseID),
      );
      const found = [];
      for (const { fileID } of labels) if (fileID) found.push(await readFile(inner, fileID));
      return found;
    },
    { readOnly: true },
  );
  const [first] = files;
  if (!first) throw carrierServiceProblems.no_label({ message: 'No label was bought yet' });
  if (first.contentType === 'application/pdf' && files.length === 1)
    return { bytes: first.bytes, contentType: 'application/pdf' };
  const isZPL = first.contentType === 'application/zpl';
  if (
    files.some(({ contentType }) => (contentType === 'application/zpl') !== isZPL || contentType === 'application/pdf')
  )
    throw carrierServiceProblems.labels_differ();
  if (isZPL)
    return {
      bytes: Buffer.concat(files.flatMap(({ bytes }) => [bytes, Buffer.from('\n')])),
      contentType: 'application/zpl',
      filename: 'carrier-labels.zpl',
    };
  return { bytes: await picturesAsPDF(files.map(labelPicture)), contentType: 'application/pdf' };
}
