/** Largest number of lines in an order. */
export const mostSalesOrderLines = 500;
