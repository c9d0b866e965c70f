/** The password of everybody in the benchmark. */
export const benchPassword = 'correct horse battery staple';

/** An account with the people who may sign in to it. */
export interface People {
  accountID: string;
  emails: string[];
}

/** What the cases know of the seeded data. */
export interface Facts {
  /** The account of 100,000 orders. */
  accountID: string;
  emails: readonly string[];
  /** The account of a tenth of them. */
  smallAccountID: string;
  /** Ids of products with a price. */
  itemIDs: readonly string[];
  /** Orders of the big account. */
  orders: number;
  smallOrders: number;
}
