/** Most lines of an order. */
export const mostSalesOrderLines = 500;
