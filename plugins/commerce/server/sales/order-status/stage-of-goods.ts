import { decimal, zero } from '@millwright/core/contracts';

/** What an issued order has of its goods, in base units; decimal texts. */
export interface GoodsOfOrder {
  toPick: string;
  picked: string;
  shipped: string;
}

/** How far the goods of an issued order have come, by quantities: ratios are rounded. */
export function stageOfGoods({ toPick, picked, shipped }: GoodsOfOrder) {
  const left = decimal(shipped);
  if (left.gt(zero)) return left.gte(decimal(toPick)) ? 'shipped' : 'partly_shipped';
  return decimal(picked).gt(zero) ? 'in_progress' : 'accepted';
}
