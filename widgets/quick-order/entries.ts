/** A line as it is typed. */
export interface QuickOrderEntry {
  key: number;
  sku: string;
  quantity: string;
  /** Of a pasted line; the product's usual one where it is blank. */
  unit: string;
  /** What the SKU is, once that is known. */
  is: string;
  fault: string;
}

let made = 0;
export const emptyEntry = (): QuickOrderEntry => {
  made += 1;
  return { key: made, sku: '', quantity: '', unit: '', is: '', fault: '' };
};

export const isEmpty = ({ sku, quantity }: QuickOrderEntry): boolean => !sku.trim() && !quantity.trim();

/** A quantity above nothing, with a point or a comma, or commas between thousands; undefined for what is none. */
export function numberIn(text: string): number | undefined {
  const typed = text.trim();
  const plain = /^\d{1,3}(?:,\d{3})+(?:\.|$)/.test(typed) ? typed.replaceAll(',', '') : typed.replace(',', '.');
  if (!/^\d{1,9}(?:\.\d{1,6})?$/.test(plain)) return undefined;
  const number = Number(plain);
  return number > 0 ? number : undefined;
}

/** What stays of a line that was not understood. */
export const firstCell = (line: string): string => line.split(/[\t;,|]/)[0]?.trim() ?? '';
