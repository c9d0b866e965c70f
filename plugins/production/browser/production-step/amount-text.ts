import type { ProductionStep } from '../../contracts/index.ts';

/** `2 pair SOCK-BLK` */
export const productionText = ({ quantity, item }: Pick<ProductionStep['production'], 'quantity' | 'item'>): string =>
  `${quantity.measure} ${quantity.unit} ${item.sku}`;
