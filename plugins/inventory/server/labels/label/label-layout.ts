import { type LabelSize, type LabelSymbology, labelSizes } from '../../../contracts/labels/label/label.contract.ts';

/** What stands on a label. */
export interface LabelContent {
  id: string;
  /** Large: the SKU, the name of the place, the lot number. */
  title: string;
  /** Below: the description and the unit that it is counted in, the path, the SKU of the lot. */
  detail: string;
  /** What the barcode says. */
  code: string;
}

/** A rectangle in inches from the upper left corner. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where things stand on a label of a size, in inches. */
export interface LabelLayout {
  width: number;
  height: number;
  code: Box;
  title: Box;
  detail: Box;
}

const margin = 0.06;

/** Modules that stay empty around a code, so that a scanner finds it whatever the label is stuck on. */
export const quietModules = { qr: 4, code128: 10 } as const;

/**
 * QR at the left with the texts beside it; Code 128 above the texts, as wide as the label. A 1x1 has no room beside.
 * Boxes of codes hold their quiet zones.
 */
export function labelLayout(size: LabelSize, symbology: LabelSymbology): LabelLayout {
  const { width, height } = labelSizes[size];
  const inner = { width: width - 2 * margin, height: height - 2 * margin };
  if (symbology === 'qr' && width > height) {
    const side = inner.height;
    const x = margin + side + 2 * margin;
    return {
      width,
      height,
      code: { x: margin, y: margin, width: side, height: side },
      title: { x, y: margin, width: width - x - margin, height: inner.height * 0.45 },
      detail: { x, y: margin + inner.height * 0.5, width: width - x - margin, height: inner.height * 0.5 },
    };
  }
  const titleHeight = inner.height * 0.25;
  const detailHeight = inner.height * 0.2;
  const codeHeight = inner.height - titleHeight - detailHeight;
  const side = Math.min(codeHeight, inner.width);
  return {
    width,
    height,
    code:
      symbology === 'qr'
        ? { x: (width - side) / 2, y: margin, width: side, height: side }
        : { x: 0, y: margin, width, height: codeHeight - margin },
    title: { x: margin, y: margin + codeHeight, width: inner.width, height: titleHeight },
    detail: { x: margin, y: margin + codeHeight + titleHeight, width: inner.width, height: detailHeight },
  };
}

/**
 * Modules of a Code 128 of this text: start, symbols, check and stop, with the quiet zones. Pairs of digits take one
 * symbol.
 */
export function code128Modules(text: string): number {
  const symbols = /^\d+$/.test(text) ? Math.ceil(text.length / 2) + (text.length % 2) : text.length;
  return 11 * (symbols + 2) + 13 + 2 * quietModules.code128;
}

/** Dots an inch of the usual label printers. */
export const dotsPerInch = 203;

/**
 * Dots of one module of a Code 128 on a label of this width; 0 where it does not fit. Two are what a hand scanner
 * needs.
 */
export const code128ModuleDots = (text: string, width: number): number => {
  const dots = Math.floor((width * dotsPerInch) / code128Modules(text));
  return dots < 2 ? 0 : Math.min(dots, 4);
};
