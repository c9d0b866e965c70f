import { Money, type Option, StatusBadge, type StatusTone } from '@millwright/core/browser';
import type { ItemRate, ProductType } from '../../../contracts/index.ts';

const typeNames: Record<ProductType, string> = {
  sale: 'Sale',
  service: 'Service',
  shipping: 'Shipping',
  credit: 'Credit',
  return: 'Return',
  tax: 'Tax',
};

/** Name of a product type. */
export const productTypeName = (type: ProductType): string => typeNames[type];

/** Product types to choose from. */
export const productTypeOptions: readonly Option[] = Object.entries(typeNames).map(([value, label]) => ({
  value,
  label,
}));

/** Whether an item is sold or used today; otherwise whether it was or will be. */
export function ProductState({
  product,
}: {
  product: { isActive: boolean; startDate: string | null; endDate: string | null; type?: string };
}) {
  const use = product.type === undefined || product.type === 'product' ? 'sold' : 'used';
  const state: [StatusTone, string] = product.isActive
    ? ['success', 'Active']
    : product.startDate && (!product.endDate || product.startDate > new Date().toISOString().slice(0, 10))
      ? ['info', `Not yet ${use}`]
      : ['neutral', 'Discontinued'];
  return <StatusBadge tone={state[0]}>{state[1]}</StatusBadge>;
}

/** A price with its unit. */
export function Rate({ rate }: { rate: ItemRate }) {
  return (
    <>
      <Money value={rate.value} unitPrice /> / {rate.perUnit}
    </>
  );
}

/** A share as a percentage: 42.5%. */
export const percentText = (share: number | null): string | null =>
  share === null ? null : `${(share * 100).toLocaleString(undefined, { maximumFractionDigits: 1 })}%`;
