import type { LabelSize, LabelSymbology } from '../../../contracts/index.ts';
import {
  type Box,
  code128ModuleDots,
  dotsPerInch,
  type LabelContent,
  labelLayout,
  quietModules,
} from './label-layout.ts';

const dots = (inches: number): number => Math.round(inches * dotsPerInch);

/**
 * ZPL field data: characters with a meaning in ZPL, and all non-ASCII characters, as the hexadecimal bytes of their
 * UTF-8.
 */
export const zplText = (text: string): string =>
  [...new TextEncoder().encode(text)]
    .map((byte) => {
      const letter = String.fromCharCode(byte);
      return byte < 32 || byte > 126 || letter === '^' || letter === '~' || letter === '_'
        ? `_${byte.toString(16).padStart(2, '0').toUpperCase()}`
        : letter;
    })
    .join('');

const origin = ({ x, y }: Box): string => `^FO${dots(x)},${dots(y)}`;

/** Origin of a code inside its box, moved right and down by the quiet zone, in dots. */
const codeOrigin = ({ x, y }: Box, right: number, down: number): string => `^FO${dots(x) + right},${dots(y) + down}`;

function textField(text: string, box: Box, lines: number): string {
  const height = Math.max(12, Math.floor(dots(box.height) / (lines * 1.15)));
  // The scalable font is about half as wide as high. A text that is too long for its lines gets a smaller font instead
  // of being cut.
  const fitting = Math.floor((dots(box.width) * lines * 2) / Math.max(1, text.length));
  const size = Math.max(12, Math.min(height, fitting));
  return `${origin(box)}^A0N,${size},${size}^FB${dots(box.width)},${lines},0,L,0^FH_^FD${zplText(text)}^FS`;
}

/** Magnification with which a QR code of this text fits the side: versions 1 to 5 at level M have 21 to 37 modules. */
function qrMagnification(text: string, side: number): number {
  const bytes = new TextEncoder().encode(text).length;
  const modules = bytes <= 14 ? 21 : bytes <= 26 ? 25 : bytes <= 42 ? 29 : bytes <= 62 ? 33 : bytes <= 84 ? 37 : 57;
  return Math.max(1, Math.min(10, Math.floor(dots(side) / (modules + 2 * quietModules.qr))));
}

/** The labels for a printer of 203 dots per inch with ZPL II; the printer makes the `copies`. */
export function labelZPL(
  labels: readonly LabelContent[],
  { size, symbology, copies }: { size: LabelSize; symbology: LabelSymbology; copies: number },
): string {
  const layout = labelLayout(size, symbology);
  const { code } = layout;
  return labels
    .map((label) => {
      const magnification = qrMagnification(label.code, code.width);
      const quiet = quietModules.qr * magnification;
      const module = code128ModuleDots(label.code, code.width);
      const bars =
        symbology === 'qr'
          ? `${codeOrigin(code, quiet, quiet)}^BQN,2,${magnification}^FH_^FDMA,${zplText(label.code)}^FS`
          : `${codeOrigin(code, quietModules.code128 * module, 0)}^BY${module}` +
            `^BCN,${dots(code.height)},N,N,N,A^FH_^FD${zplText(label.code)}^FS`;
      return [
        '^XA^CI28',
        `^PW${dots(layout.width)}^LL${dots(layout.height)}`,
        bars,
        textField(label.title, layout.title, 1),
        textField(label.detail, layout.detail, size === '2x4' && symbology === 'qr' ? 3 : symbology === 'qr' ? 2 : 1),
        `^PQ${copies}`,
        '^XZ',
      ].join('\n');
    })
    .join('\n');
}
