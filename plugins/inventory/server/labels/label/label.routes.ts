import { type OutsideContext, outsideRoute, type Route, route } from '@millwright/core/server';
import {
  LabelPort,
  type LabelSymbology,
  type LabelType,
  labelProblems,
  type PrintLabelsInput,
  printLabels,
  resolveScan,
} from '../../../contracts/index.ts';
import { labelContents, scanMatches } from './label.queries.ts';
import { code128ModuleDots, type LabelContent, labelLayout } from './label-layout.ts';
import { labelPDF } from './label-pdf.ts';
import { labelZPL } from './label-zpl.ts';

/** Permission to read the records, required for printing their labels besides the permission to read stock. */
const readRights: Record<LabelType, 'items:read' | 'storage_locations:read'> = {
  item: 'items:read',
  location: 'storage_locations:read',
  lot: 'storage_locations:read',
};

const symbologyOf = ({ symbology, size, type }: PrintLabelsInput): LabelSymbology =>
  size === '1x1' ? 'qr' : (symbology ?? (type === 'item' ? 'code128' : 'qr'));

/** @throws Problem 400 `label_too_small` naming the label whose Code 128 does not fit or cannot encode its letters */
function refuseTooSmall(labels: readonly LabelContent[], width: number): void {
  const misfit = labels.find(({ code }) => !/^[ -~]+$/.test(code) || code128ModuleDots(code, width) === 0);
  if (misfit)
    throw labelProblems.label_too_small({
      errors: [
        { path: 'symbology', message: `A Code 128 of ${misfit.title} does not fit; take a larger label or a QR code` },
      ],
    });
}

async function print(ctx: OutsideContext, input: PrintLabelsInput) {
  ctx.require(readRights[input.type]);
  const labels = await ctx.inTransaction((inner) => labelContents(inner, input.type, input.ids), { readOnly: true });
  const symbology = symbologyOf(input);
  return new LabelPrinter().print(labels, { ...input, symbology });
}

/** Prints labels, also for other domains. */
export class LabelPrinter extends LabelPort {
  override async print(labels: readonly LabelContent[], how: Parameters<LabelPort['print']>[1]) {
    const { size, format, copies } = how;
    const symbology = size === '1x1' ? 'qr' : how.symbology;
    if (symbology === 'code128') refuseTooSmall(labels, labelLayout(size, symbology).code.width);
    if (format === 'zpl') {
      const bytes = labelZPL(labels, { size, symbology, copies });
      return { bytes, contentType: 'application/zpl', filename: 'labels.zpl' };
    }
    const all = labels.flatMap((label) => Array.from({ length: copies }, () => label));
    return { bytes: await labelPDF({ labels: all, size, symbology }), contentType: 'application/pdf' };
  }
}

export const labelRoutes = (): Route[] => [
  outsideRoute(printLabels, (ctx, { body }) => print(ctx, body)),
  route(resolveScan, async (ctx, { body }) => ({ matches: await scanMatches(ctx, body.text) })),
];
