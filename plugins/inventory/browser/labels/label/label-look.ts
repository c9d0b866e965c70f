import { type LabelSize, type LabelSymbology, type LabelType, labelSizes } from '../../../contracts/index.ts';

/** Print options of a kind of label; stored in the browser, because they depend on the printer beside it. */
export interface LabelLook {
  size: LabelSize;
  symbology: LabelSymbology;
  copies: number;
}

const keyOf = (type: LabelType): string => `millwright.labels.${type}`;

/**
 * The last used options; by default Code 128 for items and QR codes for places and lots. Copies always begin at one.
 */
export function readLook(type: LabelType): LabelLook {
  const first: LabelLook = { size: '1x4', symbology: type === 'item' ? 'code128' : 'qr', copies: 1 };
  const [size, symbology] = (localStorage.getItem(keyOf(type)) ?? '').split(' ');
  if (!size || !(size in labelSizes) || (symbology !== 'qr' && symbology !== 'code128')) return first;
  return { ...first, size: size as LabelSize, symbology };
}

export const saveLook = (type: LabelType, { size, symbology }: LabelLook): void =>
  localStorage.setItem(keyOf(type), `${size} ${symbology}`);
