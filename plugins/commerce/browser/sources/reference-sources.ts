import { type ReferenceSources, useSession } from '@millwright/core/browser';
import { useMemo } from 'react';
import {
  carrierOptionSource,
  carrierSource,
  customerTypeSource,
  paymentTermSource,
  priceGroupSource,
  prioritySource,
  salesRepSource,
  shippingTermSource,
} from './record-sources.ts';

/** Sources of the records that customers, suppliers and their documents refer to. */
export function useReferenceSources(): ReferenceSources {
  const { account } = useSession();
  const accountID = account?.id ?? '';
  return useMemo(
    () => ({
      carrier: carrierSource,
      carrier_option: carrierOptionSource,
      payment_term: paymentTermSource,
      priority: prioritySource,
      shipping_term: shippingTermSource,
      customer_type: customerTypeSource,
      price_group: priceGroupSource,
      sales_rep: salesRepSource(accountID),
    }),
    [accountID],
  );
}
