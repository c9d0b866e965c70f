import type { ListDensity } from '../../../../contracts/records/saved-view.contract.ts';

/** The layout of a list. */
export interface ListLook {
  /** Chosen ids in order; empty for the screen's default. */
  columns: readonly string[];
  /** Width in pixels by column; empty if the browser lays out the table. */
  widths: Readonly<Record<string, number>>;
  density: ListDensity;
}
