import { binaryReply, endpoint, hasCardNumber } from '@millwright/core/contracts';
import { z } from 'zod';

/** Label sizes, height by width in inches (spec operations section 9). */
export const labelSizes = {
  '1x4': { height: 1, width: 4 },
  '1x3': { height: 1, width: 3 },
  '2x4': { height: 2, width: 4 },
  '1x1': { height: 1, width: 1 },
} as const;
export type LabelSize = keyof typeof labelSizes;
const sizeCodes = Object.keys(labelSizes) as [LabelSize, ...LabelSize[]];

/** Record types that labels are printed for. */
export const labelTypes = ['item', 'location', 'lot'] as const;
export type LabelType = (typeof labelTypes)[number];

/** `pdf` for any printer, one page per label; `zpl` for label printers of 203 dots per inch. */
export const labelFormats = ['pdf', 'zpl'] as const;
/** A QR code fits every size; a Code 128 is read by the simplest scanner but needs width. */
export const labelSymbologies = ['qr', 'code128'] as const;
export type LabelSymbology = (typeof labelSymbologies)[number];

/**
 * Largest number of labels in one call, copies included. The PDF limit is lower because the server draws the PDF; ZPL
 * is drawn by the printer.
 */
export const largestLabelPrint = { pdf: 300, zpl: 1000 } as const;

/** Body of `printLabels`. Labels are in the order of `ids`, with the copies of a label together. */
export const printLabelsBody = z
  .strictObject({
    type: z.enum(labelTypes),
    /** Of items, storage locations or lots. */
    ids: z
      .array(z.string().max(100))
      .min(1, { error: 'Choose at least one label' })
      .max(largestLabelPrint.zpl, { error: `At most ${largestLabelPrint.zpl} labels at a time` }),
    size: z.enum(sizeCodes, { error: `Must be one of ${sizeCodes.join(', ')}` }).default('1x4'),
    format: z.enum(labelFormats).default('pdf'),
    /** Default: Code 128 for items, QR for places and lots; always QR on 1x1. */
    symbology: z.enum(labelSymbologies).optional(),
    copies: z.int().min(1).max(100).default(1),
  })
  .refine(({ ids, copies, format }) => format !== 'pdf' || ids.length * copies <= largestLabelPrint.pdf, {
    path: ['copies'],
    error: `A PDF has at most ${largestLabelPrint.pdf} labels, copies included`,
  });
export type PrintLabelsInput = z.output<typeof printLabelsBody>;

/**
 * Labels of items (their SKU), storage locations and lots (their ids), as `application/pdf` or `application/zpl`. 404
 * for an unknown id; 400 `label_too_small` if a Code 128 does not fit the width.
 */
export const printLabels = endpoint({
  name: 'printLabels',
  method: 'POST',
  path: '/v1/labels/actions/print',
  outside: true,
  reads: true,
  isLong: true,
  inTurn: true,
  permission: 'inventory:read',
  summary: 'Prints barcode and QR labels.',
  body: printLabelsBody,
  reply: binaryReply('application/*'),
});

/** A record that a scanned text identifies. */
export const scanMatch = z.object({
  type: z.enum(labelTypes),
  id: z.string(),
  /** SKU, path of the place, lot number. */
  label: z.string(),
  /** Description of the item, kind of the place, SKU of the lot. */
  detail: z.string(),
  /** The item, or the lot's item; null for places. */
  itemID: z.string().nullable(),
});
export type ScanMatch = z.output<typeof scanMatch>;

/**
 * Finds the records for a scanned text: a SKU, a manufacturer part number, the id of a label, the path or name of a
 * place, a lot number. An empty list means that no record has the code. A POST request keeps the scanned text out of
 * logs; card numbers are refused before any lookup.
 */
export const resolveScan = endpoint({
  name: 'resolveScan',
  method: 'POST',
  path: '/v1/scans/actions/resolve',
  reads: true,
  permission: 'inventory:read',
  summary: 'Finds what a scanned code names.',
  body: z.strictObject({
    text: z
      .string()
      .trim()
      .min(1, { error: 'Nothing was scanned' })
      .max(500, { error: 'Must be at most 500 characters' })
      .refine((text) => !hasCardNumber(text), { error: 'This looks like a payment card: it was not kept' }),
  }),
  reply: z.object({ matches: z.array(scanMatch) }),
});
