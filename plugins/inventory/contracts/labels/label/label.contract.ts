import { binaryReply, endpoint, hasCardNumber } from '@millwright/core/contracts';
import { z } from 'zod';

/** Sizes of labels, height by width in inches (spec operations section 9). */
export const labelSizes = {
  '1x4': { height: 1, width: 4 },
  '1x3': { height: 1, width: 3 },
  '2x4': { height: 2, width: 4 },
  '1x1': { height: 1, width: 1 },
} as const;
export type LabelSize = keyof typeof labelSizes;
const sizeCodes = Object.keys(labelSizes) as [LabelSize, ...LabelSize[]];

/** What a label can be stuck on. */
export const labelTypes = ['item', 'location', 'lot'] as const;
export type LabelType = (typeof labelTypes)[number];

/** `pdf` for any printer, one page a label; `zpl` for label printers of 203 dots an inch. */
export const labelFormats = ['pdf', 'zpl'] as const;
/** A QR code fits everywhere; a Code 128 is read by the simplest scanner, and needs width. */
export const labelSymbologies = ['qr', 'code128'] as const;
export type LabelSymbology = (typeof labelSymbologies)[number];

/** Most labels of one call, copies included; a PDF is drawn by the server, ZPL by the printer. */
export const largestLabelPrint = { pdf: 300, zpl: 1000 } as const;

/** Body of `printLabels`. Labels come in the order of `ids`, the copies of one after another. */
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
    /** Default: Code 128 for items and QR for places and lots; always QR on 1x1. */
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
 * where one of them is not there; 400 `label_too_small` where a Code 128 does not fit the width.
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

/** Something that a scanned text names. */
export const scanMatch = z.object({
  type: z.enum(labelTypes),
  id: z.string(),
  /** SKU, path of the place, lot number. */
  label: z.string(),
  /** Description of the item, kind of the place, SKU of the lot. */
  detail: z.string(),
  /** The item itself, or that of the lot; null for places. */
  itemID: z.string().nullable(),
});
export type ScanMatch = z.output<typeof scanMatch>;

/**
 * What a scanned text means: a SKU, a manufacturer's part number, the id of a label, the path or name of a place, a lot
 * number. An empty list means nothing here has this code. It is a POST so that no log keeps what was scanned; card
 * numbers are refused unread.
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
