/** What sales orders refuse; part of `commerceProblems`. */
export const salesOrderProblemDeclarations = {
  /** `details.allowed` has the codes that are. */
  invalid_status_change: { status: 409, message: 'The order cannot take this status' },
  /** Hold status `hold_all`. */
  customer_on_hold: { status: 409, message: 'The customer is on hold: nothing can be issued' },
  order_not_editable: { status: 409, message: 'The order is fulfilled, shipped or completed and cannot be changed' },
  order_not_deletable: { status: 409, message: 'Only estimates and bid requests can be deleted' },
  /** The customer, or its groups, are limited to other product lines; one entry in `errors` for each line. */
  product_line_closed: { status: 409, message: 'The customer may not order from this product line' },
  /** Something of the line was picked, shipped or invoiced. */
  line_in_progress: { status: 409, message: 'Something of the line was picked or invoiced' },
} as const;
