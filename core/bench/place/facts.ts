/** The password of all people in the benchmark. */
export const benchPassword = 'correct horse battery staple';

/** An account with the people who can sign in to it. */
export interface People {
  accountID: string;
  emails: string[];
  userIDs: string[];
}

/** Seeded data that the cases use. */
export interface BenchFacts {
  /** The account with all orders. */
  accountID: string;
  emails: readonly string[];
  /** The account with a tenth of the orders. */
  smallAccountID: string;
  customerIDs: readonly string[];
  itemIDs: readonly string[];
  /** Items of a bulk count, with their units. */
  counted: readonly { sku: string; unit: string }[];
  /** An item with 20,000 cost layers, and one with a single layer. */
  layeredItemIDs: readonly string[];
  /** Search words for items: SKUs, ends of SKUs, descriptions. */
  itemWords: readonly string[];
  /** Orders with 20 lines. */
  longOrderIDs: readonly string[];
  /** Issued orders without payments. */
  unpaidOrderIDs: readonly string[];
  /** Search words for orders: numbers, customers' order numbers, names, first words of names. */
  words: readonly string[];
  orders: number;
  /** The member whose session sends the requests. */
  memberID: string;
}
