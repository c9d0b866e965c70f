import { FormSection, RecordSelect, useSession } from '@millwright/core/browser';
import { customerTypeSource, paymentTermSource, shippingTermSource } from '../../record-sources.ts';

/** What a customer who registers by a flow gets; drawn inside the shell's form of the flow. */
export function RegistrationFlowDefaultsSlot() {
  const { can } = useSession();
  const canGroups = can('customer_groups:read');
  const canShipping = can('shipping_terms:read');
  const canPayment = can('payment_terms:read');
  if (!canGroups && !canShipping && !canPayment) return null;
  return (
    <FormSection title="New customers get" description="Empty leaves the choice to your team">
      {canGroups && (
        <RecordSelect name="defaultCustomerGroupID" label="Customer type" source={customerTypeSource} clearable />
      )}
      {canShipping && (
        <RecordSelect name="defaultShippingTermID" label="Shipping term" source={shippingTermSource} clearable />
      )}
      {canPayment && (
        <RecordSelect name="defaultPaymentTermID" label="Payment term" source={paymentTermSource} clearable />
      )}
    </FormSection>
  );
}
