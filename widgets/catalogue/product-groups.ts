import type { ShownProduct } from '../../plugins/commerce/contracts/portal/shop-widget/shop-widget.contract.ts';
import type { PortalProduct } from '../../plugins/commerce/contracts/portal/storefront/storefront.contract.ts';

/** A product for visitors or for a signed-in customer. */
export type Shown = ShownProduct & Partial<Pick<PortalProduct, 'units' | 'availability'>>;

/** Groups variations of one product group at the position of the first. */
export function groupsOf(items: readonly Shown[]): Shown[][] {
  const groups = new Map<string, Shown[]>();
  for (const item of items) {
    const key = item.variation?.groupID ?? item.id;
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return [...groups.values()];
}
