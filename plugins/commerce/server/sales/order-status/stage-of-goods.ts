import { decimal, zero } from '@millwright/core/contracts';

/** Quantities of an issued order in base units, decimal texts. */
export interface GoodsOfOrder {
  toPick: string;
  picked: string;
  shipped: string;
}

/** Stage of an issued order, computed from quantities because its ratios are rounded. */
export function stageOfGoods({ toPick, picked, shipped }: GoodsOfOrder) {
  const left = decimal(shipped);
  if (left.gt(zero)) return left.gte(decimal(toPick)) ? 'shipped' : 'partly_shipped';
  return decimal(picked).gt(zero) ? 'in_progress' : 'accepted';
}
