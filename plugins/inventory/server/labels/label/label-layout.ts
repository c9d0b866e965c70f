import { type LabelSize, type LabelSymbology, labelSizes } from '../../../contracts/labels/label/label.contract.ts';

/** Content of a label. */
export interface LabelContent {
  id: string;
  /** In large letters: the SKU, the name of the place, the lot number. */
  title: string;
  /** Below it: the description and default unit, the path, or the SKU of the lot. */
  detail: string;
  /** Text of the barcode. */
  code: string;
}

/** A rectangle in inches, measured from the upper left corner. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The boxes of a label of one size, in inches. */
export interface LabelLayout {
  width: number;
  height: number;
  code: Box;
  title: Box;
  detail: Box;
}

const margin = 0.06;

/** Empty modules around a code, so that a scanner recognizes it on any background. */
export const quietModules = { qr: 4, code128: 10 } as const;

/**
 * A QR code is at the left with the texts beside it; a Code 128 is above the texts, as wide as the label. A 1x1 label
 * has no room beside the code. Code boxes include their quiet zones.
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
 * Modules of a Code 128 for this text: start, symbols, check and stop, with the quiet zones. Two digits share one
 * symbol.
 */
export function code128Modules(text: string): number {
  const symbols = /^\d+$/.test(text) ? Math.ceil(text.length / 2) + (text.length % 2) : text.length;
  return 11 * (symbols + 2) + 13 + 2 * quietModules.code128;
}

/** Dots per inch of common label printers. */
export const dotsPerInch = 203;

/** Dots per module of a Code 128 on a label of this width; 0 if it does not fit. Hand scanners need at least two. */
export const code128ModuleDots = (text: string, width: number): number => {
  const dots = Math.floor((width * dotsPerInch) / code128Modules(text));
  return dots < 2 ? 0 : Math.min(dots, 4);
};
