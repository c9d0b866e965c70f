/** The place of work on the shop floor. */
export interface DoneAt {
  /** The scanning station; stored with the movements. */
  scanningStation?: { id: string; name: string } | undefined;
}

/** All stock that a transaction will promise, take or bring, for locking it at once. */
export interface StockKeys {
  /** Unknown items, and items without stock, are ignored. */
  itemIDs: readonly string[];
  /** Places named by the transaction. */
  locationIDs?: readonly string[];
  /** Documents whose supply and demand the transaction writes; the items of their demand are locked too. */
  documents?: readonly Pick<DemandSource, 'type' | 'id'>[];
}

/** A document that stock is promised to. */
export interface DemandSource {
  /** Record type: `sales_order`. */
  type: string;
  id: string;
  /** Number for people; it names the row in the explanation of a promised date. */
  number: string;
}
