import type { SalesOrder } from './sales-order.contract.ts';

/** What decides whether an order is complete enough to be issued. */
export interface OrderCompleteness {
  lineCount: number;
  /** Whether some line is of a `sale` product, which travels. */
  hasGoods: boolean;
  hasShipTo: boolean;
  /** Code of its carrier: what is collected (`will_call`) goes nowhere. */
  carrierCode: string | null;
}

/** What an order lacks to be issued; `path` is the field that gives it. */
export interface IssueGap {
  code: 'order_without_lines' | 'order_without_ship_to';
  path: 'lines' | 'shipToID';
  message: string;
}

/** What the order lacks to be issued; undefined if nothing. */
export function issueGap({ lineCount, hasGoods, hasShipTo, carrierCode }: OrderCompleteness): IssueGap | undefined {
  if (lineCount === 0)
    return {
      code: 'order_without_lines',
      path: 'lines',
      message: 'An order without lines cannot be issued: add what is ordered',
    };
  if (!hasGoods || hasShipTo || carrierCode === 'will_call') return undefined;
  return {
    code: 'order_without_ship_to',
    path: 'shipToID',
    message: 'An order of goods cannot be issued without a ship-to address: give one, or the carrier Will call',
  };
}

/** What decides it, of an order as it is answered. */
export const orderCompleteness = ({ lines, shipTo, carrier }: SalesOrder): OrderCompleteness => ({
  lineCount: lines.length,
  hasGoods: lines.some(({ product }) => product.productType === 'sale'),
  hasShipTo: shipTo !== null,
  carrierCode: carrier?.code ?? null,
});
