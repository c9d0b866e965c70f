import { describe, expect, it } from 'vitest';
import { type ExemptionSources, exemptionOf } from './exemption.ts';

const no = { isCommissionExempt: false, isFreightExempt: false };
const both = { isCommissionExempt: true, isFreightExempt: true };

describe('exemptionOf', () => {
  it('finds nobody exempt without a reason', () => {
    const sources: ExemptionSources = {
      customer: no,
      customerTypeGroup: { name: 'Dealer', ...no },
      customerPriceGroups: [{ name: 'Net', ...no }],
    };
    expect(exemptionOf(sources, 'isFreightExempt')).toEqual({ isExempt: false, reasons: [] });
    expect(
      exemptionOf({ customer: no, customerTypeGroup: null, customerPriceGroups: [] }, 'isCommissionExempt'),
    ).toEqual({
      isExempt: false,
      reasons: [],
    });
  });

  it('takes any one of customer, type group and price groups, and names them', () => {
    for (const who of ['customer', 'type', 'price', 'second price'] as const) {
      const sources: ExemptionSources = {
        customer: who === 'customer' ? both : no,
        customerTypeGroup: { name: 'Dealer', ...(who === 'type' ? both : no) },
        customerPriceGroups: [
          { name: 'Net', ...(who === 'price' ? both : no) },
          { name: 'Contract', ...(who === 'second price' ? both : no) },
        ],
      };
      const reason = {
        customer: 'Customer',
        type: 'Customer type Dealer',
        price: 'Price group Net',
        'second price': 'Price group Contract',
      }[who];
      expect(exemptionOf(sources, 'isFreightExempt')).toEqual({ isExempt: true, reasons: [reason] });
      expect(exemptionOf(sources, 'isCommissionExempt')).toEqual({ isExempt: true, reasons: [reason] });
    }
  });

  it('does not mix commission with freight', () => {
    const sources: ExemptionSources = {
      customer: { isCommissionExempt: true, isFreightExempt: false },
      customerTypeGroup: { name: 'Dealer', isCommissionExempt: false, isFreightExempt: true },
      customerPriceGroups: [],
    };
    expect(exemptionOf(sources, 'isCommissionExempt').reasons).toEqual(['Customer']);
    expect(exemptionOf(sources, 'isFreightExempt').reasons).toEqual(['Customer type Dealer']);
  });
});
