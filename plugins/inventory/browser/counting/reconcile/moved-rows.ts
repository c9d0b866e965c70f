import type { ReconciledItem } from '../../../contracts/index.ts';

/** A row whose stock moved since it was counted, in words. */
export interface MovedRow {
  index: number;
  text: string;
}

/** Rows whose stock moved between counting and now: a count of what was seen then takes that back. */
export const movedRows = (items: readonly Pick<ReconciledItem, 'index' | 'sku' | 'movedSince'>[]): MovedRow[] =>
  items.flatMap(({ index, sku, movedSince }) => {
    if (!movedSince) return [];
    const { expected, now, unit } = movedSince;
    return [{ index, text: `${sku}: stock has moved since it was counted, ${expected} \u2192 ${now} ${unit}` }];
  });
