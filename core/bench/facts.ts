/** The password of everybody in the benchmark. */
export const benchPassword = 'correct horse battery staple';

/** An account with the people who may sign in to it. */
export interface People {
  accountID: string;
  emails: string[];
  userIDs: string[];
}

/** What the cases know of the seeded data. */
export interface BenchFacts {
  /** The account of all orders. */
  accountID: string;
  emails: readonly string[];
  /** The account of a tenth of them. */
  smallAccountID: string;
  customerIDs: readonly string[];
  itemIDs: readonly string[];
  /** Items of one count, with the unit they are counted in. */
  counted: readonly { sku: string; unit: string }[];
  /** An item in 20,000 cost layers, and one in a single layer. */
  layeredItemIDs: readonly string[];
  /** What people type to find an item: SKUs, ends of SKUs, descriptions. */
  itemWords: readonly string[];
  /** Orders of 20 lines. */
  longOrderIDs: readonly string[];
  /** What people type: numbers, customers' own numbers, names, first words of names. */
  words: readonly string[];
  orders: number;
  /** The person whose session sends the requests. */
  memberID: string;
}
