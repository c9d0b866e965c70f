import type { DemandSource } from './stock-ports.ts';

/** Where on the shop floor stock was moved. */
export interface DoneAt {
  /** The station that caused it; it is kept with the movements. */
  scanningStation?: { id: string; name: string } | undefined;
}

/** All stock that a step will promise, take or bring, so that it can be held at once. */
export interface StockKeys {
  /** Items that are not there, or not stocked, are passed over. */
  itemIDs: readonly string[];
  /** Places that the step names. */
  locationIDs?: readonly string[];
  /** Documents whose supply and demand the step writes; the items that they want are held as well. */
  documents?: readonly Pick<DemandSource, 'type' | 'id'>[];
}
