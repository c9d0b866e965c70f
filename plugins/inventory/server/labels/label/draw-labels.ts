/// <reference path="../../../../../core/papers/pdfmake.d.ts" />
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { toSVG } from 'bwip-js/node';
import pdfmake, { type Block } from 'pdfmake';
import type { LabelSize, LabelSymbology } from '../../../contracts/labels/label/label.contract.ts';
import { type Box, type LabelContent, labelLayout, quietModules } from './label-layout.ts';

const pointsPerInch = 72;
const regular = createRequire(import.meta.url).resolve('pdfmake/fonts/Roboto/Roboto-Regular.ttf');
const fonts = dirname(regular);
pdfmake.setFonts({ Roboto: { normal: regular, bold: `${fonts}/Roboto-Medium.ttf` } });
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => path.startsWith(`${fonts}/`));

/** The library counts padding in half modules for a QR code and in modules for a Code 128. */
const barcode = (symbology: LabelSymbology, text: string): string =>
  symbology === 'qr'
    ? toSVG({ bcid: 'qrcode', text, padding: 2 * quietModules.qr })
    : toSVG({ bcid: 'code128', text, height: 10, paddingwidth: quietModules.code128 });

/** Lets a bar code fill its box; a QR code has a square box and stays square. */
const stretched = (svg: string): string => svg.replace('<svg ', '<svg preserveAspectRatio="none" ');

const at = ({ x, y }: Box) => ({ absolutePosition: { x: x * pointsPerInch, y: y * pointsPerInch } });

/** Average width of a letter, relative to the font size. */
const letterWidth = 0.56;

/**
 * Fits a text into its box, with the largest font size for which the lines have room. A text that is too long for every
 * size ends with an ellipsis.
 */
function fitted(text: string, box: Box, largest: number, bold: boolean): Block {
  const [width, height] = [box.width * pointsPerInch, box.height * pointsPerInch];
  const longestWord = Math.max(...text.split(/\s/).map((word) => word.length));
  for (let fontSize = Math.floor(largest * 2) / 2; fontSize >= 5; fontSize -= 0.5) {
    const lines = Math.max(1, Math.floor(height / (fontSize * 1.2)));
    const inLine = Math.floor(width / (fontSize * letterWidth));
    // 15% more, because words wrap as a whole and lines are not filled to the end.
    const needed = text.length <= inLine ? 1 : Math.ceil((text.length * 1.15) / inLine);
    if (longestWord <= inLine && needed <= lines && fontSize * 1.2 <= height + 1)
      return { stack: [{ text, fontSize, bold }], ...at(box), width };
  }
  const letters = Math.floor(width / (5 * letterWidth)) * Math.max(1, Math.floor(height / 6)) - 1;
  const cut = text.length > letters ? `${text.slice(0, Math.max(1, letters))}…` : text;
  return { stack: [{ text: cut, fontSize: 5, bold }], ...at(box), width };
}

/** The labels to draw, and their options. */
export interface LabelPrint {
  labels: readonly LabelContent[];
  size: LabelSize;
  symbology: LabelSymbology;
}

/**
 * The labels as a PDF, one page each, of exactly the label's size. Takes milliseconds per label, so many labels are
 * drawn in a worker thread.
 */
export async function drawLabels({ labels, size, symbology }: LabelPrint): Promise<Uint8Array> {
  const layout = labelLayout(size, symbology);
  const codes = new Map<string, string>();
  for (const { code } of labels) if (!codes.has(code)) codes.set(code, stretched(barcode(symbology, code)));
  const content = labels.flatMap((label, index): Block[] => [
    { text: ' ', fontSize: 1, ...(index > 0 ? { pageBreak: 'before' as const } : {}) },
    {
      svg: codes.get(label.code) ?? '',
      width: layout.code.width * pointsPerInch,
      height: layout.code.height * pointsPerInch,
      ...at(layout.code),
    },
    fitted(label.title, layout.title, layout.title.height * pointsPerInch, true),
    fitted(label.detail, layout.detail, layout.title.height * pointsPerInch * 0.75, false),
  ]);
  return pdfmake
    .createPdf({
      pageSize: { width: layout.width * pointsPerInch, height: layout.height * pointsPerInch },
      pageMargins: 0,
      info: { title: 'Labels' },
      content,
    })
    .getBuffer();
}
