import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { toSVG } from 'bwip-js/node';
import pdfmake, { type Block } from 'pdfmake';
import { type CartonLabel, cartonLabelSize, rules, type Zone, zones } from './carton-label.ts';

const points = (inches: number): number => inches * 72;
const regular = createRequire(import.meta.url).resolve('pdfmake/fonts/Roboto/Roboto-Regular.ttf');
const fonts = dirname(regular);

const at = (x: number, y: number) => ({ absolutePosition: { x: points(x), y: points(y) } });

/** Estimated width of a text relative to its font size. Order numbers and SKUs have wide characters. */
const widthOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (/[A-Z]/.test(letter) ? 0.68 : /\d/.test(letter) ? 0.58 : 0.53), 0);

/** The beginning of a text that fits into the width, with an ellipsis if it is cut. */
function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = text;
  while (kept.length > 1 && widthOf(`${kept}…`) > width) kept = kept.slice(0, -1);
  return `${kept}…`;
}

/** The caption and lines of a zone. Long texts get smaller letters, down to five points. */
function textsOf(caption: string, lines: readonly string[], zone: Zone, size: number): Block[] {
  const most = Math.max(1, Math.floor((points(zone.height) - 8) / (size * 1.15)));
  return [
    { text: caption, fontSize: 5.5, ...at(zone.x, zone.y) },
    ...lines.slice(0, most).map((line, index): Block => {
      const fontSize = Math.max(5, Math.min(size, points(zone.width) / Math.max(0.5, widthOf(line))));
      const text = cut(line, points(zone.width) / fontSize + 1e-6);
      return { text, fontSize, bold: true, ...at(zone.x, zone.y + (8 + index * size * 1.15) / 72) };
    }),
  ];
}

/** A barcode with its quiet zones that fills the width of its box. */
export const barsOf = (bcid: 'gs1-128' | 'code128', text: string): string =>
  toSVG({ bcid, text, height: 10, paddingwidth: 10 }).replace('<svg ', '<svg preserveAspectRatio="none" ');

const bars = (bcid: 'gs1-128' | 'code128', text: string, zone: Zone): Block => ({
  svg: barsOf(bcid, text),
  width: points(zone.width),
  height: points(zone.height),
  ...at(zone.x, zone.y),
});

const line = (x: number, y: number, width: number, height: number): Block => ({
  svg: `<svg viewBox="0 0 10 10" preserveAspectRatio="none"><rect width="10" height="10" fill="black"/></svg>`,
  width: width === 0 ? 0.8 : points(width),
  height: height === 0 ? 0.8 : points(height),
  ...at(x, y),
});

function drawn(label: CartonLabel, index: number): Block[] {
  const { sscc, postalCode } = label;
  const code = { ...zones.sscc, x: 0, width: cartonLabelSize.width, y: zones.sscc.y + 0.12, height: 1.45 };
  return [
    { text: ' ', fontSize: 1, ...(index > 0 ? { pageBreak: 'before' as const } : {}) },
    ...rules.horizontal.map((y) => line(0, y, cartonLabelSize.width, 0)),
    ...rules.vertical.map(({ x, from, to }) => line(x, from, 0, to - from)),
    ...textsOf('FROM', label.shipFrom, zones.shipFrom, 8),
    ...textsOf('TO', label.shipTo, zones.shipTo, 10.5),
    ...(postalCode
      ? [
          { text: `SHIP TO POST (420) ${postalCode}`, fontSize: 5.5, ...at(zones.postal.x, zones.postal.y) },
          bars('gs1-128', `(420)${postalCode}`, { ...zones.postal, y: zones.postal.y + 0.12, height: 0.65 }),
        ]
      : []),
    ...textsOf('CARRIER', label.carrier, zones.carrier, 9.5),
    ...textsOf('ORDER', label.order, zones.order, 12),
    ...textsOf('CARTON', [label.carton], zones.carton, 24),
    ...textsOf('CONTENTS', label.contents, zones.contents, 13),
    { text: sscc ? 'SSCC' : 'CASE', fontSize: 5.5, ...at(zones.sscc.x, zones.sscc.y) },
    sscc ? bars('gs1-128', `(00)${sscc}`, code) : bars('code128', label.number, code),
    {
      text: sscc ? `(00) ${sscc}` : label.number,
      fontSize: 13,
      bold: true,
      ...at(zones.sscc.x + 0.5, zones.sscc.y + 1.68),
    },
  ];
}

/** The PDF renderer, restricted to reading its font files. */
export function labelMaker(): typeof pdfmake {
  pdfmake.setFonts({ Roboto: { normal: regular, bold: `${fonts}/Roboto-Medium.ttf` } });
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy((path) => path.startsWith(`${fonts}/`));
  return pdfmake;
}

/** Carton labels as a PDF with one page of 4x6 inches each. */
export async function drawCartonLabels(labels: readonly CartonLabel[]): Promise<Uint8Array> {
  return labelMaker()
    .createPdf({
      pageSize: { width: points(cartonLabelSize.width), height: points(cartonLabelSize.height) },
      pageMargins: 0,
      info: { title: 'Carton labels' },
      content: labels.flatMap(drawn),
    })
    .getBuffer();
}
