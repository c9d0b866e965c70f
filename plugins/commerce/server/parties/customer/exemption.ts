import type { Exemption } from '../../../contracts/index.ts';

/** Anything that can make a customer exempt. */
export interface ExemptionFlags {
  isCommissionExempt: boolean;
  isFreightExempt: boolean;
}

/** What decides about a customer's exemptions. */
export interface ExemptionSources {
  customer: ExemptionFlags;
  customerTypeGroup: (ExemptionFlags & { name: string }) | null;
  customerPriceGroups: readonly (ExemptionFlags & { name: string })[];
}

/**
 * Whether a customer is exempt from commission or freight, and why: it is as soon as the customer itself, its type
 * group or one
 * of its price groups says so (spec commerce section 6). A group does not take back what another one gives.
 */
export function exemptionOf(
  { customer, customerTypeGroup, customerPriceGroups }: ExemptionSources,
  flag: keyof ExemptionFlags,
): Exemption {
  const reasons = [
    ...(customer[flag] ? ['Customer'] : []),
    ...(customerTypeGroup?.[flag] ? [`Customer type ${customerTypeGroup.name}`] : []),
    ...customerPriceGroups.filter((group) => group[flag]).map(({ name }) => `Price group ${name}`),
  ];
  return { isExempt: reasons.length > 0, reasons };
}
