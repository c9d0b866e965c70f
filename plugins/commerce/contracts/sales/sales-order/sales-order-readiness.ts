import type { SalesOrder } from './sales-order.contract.ts';

/** Facts that determine whether an order can be issued. */
export interface OrderCompleteness {
  lineCount: number;
  /** Whether any line has a `sale` product, which has to be shipped. */
  hasGoods: boolean;
  hasShipTo: boolean;
  /** Code of its carrier; collected goods (`will_call`) need no address. */
  carrierCode: string | null;
}

/** A requirement for issuing an order that is not met; `path` is the missing field. */
export interface IssueGap {
  code: 'order_without_lines' | 'order_without_ship_to';
  path: 'lines' | 'shipToID';
  message: string;
}

/** The first unmet requirement for issuing; undefined if there is none. */
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

/** These facts for an order as answered by the API. */
export const orderCompleteness = ({ lines, shipTo, carrier }: SalesOrder): OrderCompleteness => ({
  lineCount: lines.length,
  hasGoods: lines.some(({ product }) => product.productType === 'sale'),
  hasShipTo: shipTo !== null,
  carrierCode: carrier?.code ?? null,
});
