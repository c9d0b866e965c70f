/** A line as it was typed. */
export interface QuickOrderEntry {
  key: number;
  sku: string;
  quantity: string;
  /** Unit of a pasted line; blank means the product's default unit. */
  unit: string;
  /** Description of the product, once it is known. */
  is: string;
  fault: string;
}

let made = 0;
export const emptyEntry = (): QuickOrderEntry => {
  made += 1;
  return { key: made, sku: '', quantity: '', unit: '', is: '', fault: '' };
};

export const isEmpty = ({ sku, quantity }: QuickOrderEntry): boolean => !sku.trim() && !quantity.trim();

/** A quantity above 0, with a decimal point or comma, or commas between thousands; undefined for other texts. */
export function numberIn(text: string): number | undefined {
  const typed = text.trim();
  const plain = /^\d{1,3}(?:,\d{3})+(?:\.|$)/.test(typed) ? typed.replaceAll(',', '') : typed.replace(',', '.');
  if (!/^\d{1,9}(?:\.\d{1,6})?$/.test(plain)) return undefined;
  const number = Number(plain);
  return number > 0 ? number : undefined;
}

/** The first cell of a line that was not understood. */
export const firstCell = (line: string): string => line.split(/[\t;,|]/)[0]?.trim() ?? '';
