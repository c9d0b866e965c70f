import { defineProblems } from '@millwright/core/contracts';

/** Refusals of the stock ledger. */
export const stockProblems = defineProblems({
  /** A place, or the unpromised stock, has less than was requested; `details.lines` has the shortfall of each line. */
  insufficient_stock: { status: 409, message: 'There is not enough stock' },
  /** Stock neither enters nor leaves a closed place. */
  location_closed: { status: 409, message: 'The storage location is closed' },
  /** No place was named, and the account has no default place. */
  no_default_location: { status: 409, message: 'Name a storage location, or make one the default' },
  /** Services, charges and the like cannot be received, expected or counted. */
  item_not_stocked: { status: 409, message: 'A service or charge is no stock' },
  /** A movement can be voided once. */
  movement_voided: { status: 409, message: 'This movement has been voided already' },
  /** A void cannot be voided; the change can be entered again. */
  movement_is_void: { status: 409, message: 'A void cannot be voided; enter the change again' },
  /** Stock of the movement has been moved or used since. */
  stock_used: { status: 409, message: 'The stock that came in has been moved or used since' },
  /** Only stock on hand can be revalued. */
  nothing_to_revalue: { status: 409, message: 'Nothing of it is there' },
  /** Expired lots are not picked, shipped or used unless the lot is named. */
  lot_expired: { status: 409, message: 'The lot has expired' },
  /** The lot exists with another expiry date. */
  lot_expiry_differs: { status: 409, message: 'The lot has another expiry date' },
  /** The allocation would exceed the line's reservation. */
  not_reserved: { status: 409, message: 'That much is not reserved for the line' },
  /** Received goods have been used, moved on or promised since; the message and `details.uses` name the uses. */
  receipt_in_use: { status: 409, message: 'The goods have been used, moved or promised since' },
  /** Goods in a packing place belong to shipments, which count, move and release them. */
  packing_place: { status: 409, message: 'What is packed is counted through its shipments' },
  /** Movements of a document are voided through the document. */
  movement_of_document: { status: 409, message: 'A document moved this stock; take it back there' },
});
