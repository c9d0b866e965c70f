import { defineProblems } from '@millwright/core/contracts';

/** What the stock ledger refuses. */
export const stockProblems = defineProblems({
  /**
   * A place, or what is promised to nobody, has less than was asked for; `details.lines` has the shortfall of each
   * line.
   */
  insufficient_stock: { status: 409, message: 'There is not enough stock' },
  /** Stock neither comes to nor leaves a place that is closed. */
  location_closed: { status: 409, message: 'The storage location is closed' },
  /** Stock came without a place, and the account has none for that. */
  no_default_location: { status: 409, message: 'Name a storage location, or make one the default' },
  /** Services, charges and the like are no stock: nothing of them comes in, is expected or counted. */
  item_not_stocked: { status: 409, message: 'A service or charge is no stock' },
  /** A movement is mended once. */
  movement_voided: { status: 409, message: 'This movement has been voided already' },
  /** The mirror of a movement stays: what it mended can be entered again. */
  movement_is_void: { status: 409, message: 'A void cannot be voided; enter the change again' },
  /** What a movement brought has moved on or been used since. */
  stock_used: { status: 409, message: 'The stock that came in has been moved or used since' },
  /** Only what is there can be worth something else. */
  nothing_to_revalue: { status: 409, message: 'Nothing of it is there' },
  /** Nobody picks, ships or uses what has expired unless they name it. */
  lot_expired: { status: 409, message: 'The lot has expired' },
  /** A lot that is there already has another date. */
  lot_expiry_differs: { status: 409, message: 'The lot has another expiry date' },
  /** More was to be set aside for a line than is reserved for it. */
  not_reserved: { status: 409, message: 'That much is not reserved for the line' },
  /** Goods that came in have been used, moved on or promised since; the message and `details.uses` say by what. */
  receipt_in_use: { status: 409, message: 'The goods have been used, moved or promised since' },
  /** Goods in a packing place belong to shipments, and are counted, moved and freed by these. */
  packing_place: { status: 409, message: 'What is packed is counted through its shipments' },
  /** What came or left for a document is taken back through the document. */
  movement_of_document: { status: 409, message: 'A document moved this stock; take it back there' },
});
