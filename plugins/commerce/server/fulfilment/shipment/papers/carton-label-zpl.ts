import { type CartonLabel, cartonLabelSize, rules, type Zone, zones } from './carton-label.ts';

/** Dots per inch of common label printers. */
const dotsPerInch = 203;
const dots = (inches: number): number => Math.round(inches * dotsPerInch);

/** Field data. Characters that ZPL reads as commands, and all beyond ASCII, become hexadecimal UTF-8 bytes. */
const fieldText = (text: string): string =>
  [...new TextEncoder().encode(text)]
    .map((byte) => {
      const letter = String.fromCharCode(byte);
      return byte < 32 || byte > 126 || '^~_\\'.includes(letter)
        ? `_${byte.toString(16).padStart(2, '0').toUpperCase()}`
        : letter;
    })
    .join('');

/** The caption and lines of a zone, one label line each. Long texts get smaller letters. */
function textsOf(caption: string, lines: readonly string[], zone: Zone, size: number): string[] {
  const most = Math.max(1, Math.floor((dots(zone.height) - 20) / (size + 3)));
  return [
    `^FO${dots(zone.x)},${dots(zone.y)}^A0N,16,16^FD${fieldText(caption)}^FS`,
    ...lines.slice(0, most).map((line, index) => {
      const height = Math.min(size, Math.max(14, Math.floor((dots(zone.width) * 2) / Math.max(1, line.length))));
      const y = dots(zone.y) + 20 + index * (size + 3);
      return `^FO${dots(zone.x)},${y}^A0N,${height},${height}^FH_^FD${fieldText(line)}^FS`;
    }),
  ];
}

/** A GS1-128 barcode with one application identifier. In mode D the printer adds FNC1 and omits the parentheses. */
const gs1Bars = (text: string, at: { x: number; y: number }, height: number, module: number): string =>
  `^FO${at.x},${at.y}^BY${module}^BCN,${height},N,N,N,D^FD${text}^FS`;

function barsOf({ sscc, number }: CartonLabel): string[] {
  const { x, y } = zones.sscc;
  const at = { x: dots(x) + 80, y: dots(y) + 24 };
  if (sscc)
    return [
      `^FO${dots(x)},${dots(y)}^A0N,16,16^FDSSCC^FS`,
      gs1Bars(`(00)${sscc}`, at, 264, 4),
      `^FO${at.x},${at.y + 278}^A0N,34,34^FD(00) ${sscc}^FS`,
    ];
  return [
    `^FO${dots(x)},${dots(y)}^A0N,16,16^FDCASE^FS`,
    `^FO${at.x},${at.y}^BY3^BCN,264,N,N,N,A^FH_^FD${fieldText(number)}^FS`,
    `^FO${at.x},${at.y + 278}^A0N,34,34^FH_^FD${fieldText(number)}^FS`,
  ];
}

/** Carton labels of 4x6 inches in ZPL II, for printers with 203 dots per inch. */
export function cartonLabelZPL(labels: readonly CartonLabel[]): string {
  return labels
    .map((label) =>
      [
        '^XA^CI28',
        `^PW${dots(cartonLabelSize.width)}^LL${dots(cartonLabelSize.height)}`,
        ...rules.horizontal.map((y) => `^FO0,${dots(y)}^GB${dots(cartonLabelSize.width)},2,2^FS`),
        ...rules.vertical.map(({ x, from, to }) => `^FO${dots(x)},${dots(from)}^GB2,${dots(to - from)},2^FS`),
        ...textsOf('FROM', label.shipFrom, zones.shipFrom, 22),
        ...textsOf('TO', label.shipTo, zones.shipTo, 30),
        ...(label.postalCode
          ? [
              `^FO${dots(zones.postal.x)},${dots(zones.postal.y)}^A0N,16,16^FDSHIP TO POST (420)
                ${label.postalCode}^FS`,
              gs1Bars(
                `(420)${label.postalCode}`,
                { x: dots(zones.postal.x) + 30, y: dots(zones.postal.y) + 22 },
                130,
                2,
              ),
            ]
          : []),
        ...textsOf('CARRIER', label.carrier, zones.carrier, 26),
        ...textsOf('ORDER', label.order, zones.order, 34),
        ...textsOf('CARTON', [label.carton], zones.carton, 60),
        ...textsOf('CONTENTS', label.contents, zones.contents, 32),
        ...barsOf(label),
        '^XZ',
      ].join('\n'),
    )
    .join('\n');
}
