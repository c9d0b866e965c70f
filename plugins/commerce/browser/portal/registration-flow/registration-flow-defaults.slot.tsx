import { FormSection, RecordSelect, useSession } from '@millwright/core/browser';
import { EmailListField } from '../../document/mail/email-list-field.tsx';
import { customerTypeSource, paymentTermSource, shippingTermSource } from '../../sources/record-sources.ts';

const offers = [
  {
    needs: 'customer_groups:read',
    source: customerTypeSource,
    usual: { name: 'defaultCustomerGroupID', label: 'Customer type' },
    others: { name: 'offeredCustomerGroupIDs', label: 'Customers may choose a type' },
  },
  {
    needs: 'shipping_terms:read',
    source: shippingTermSource,
    usual: { name: 'defaultShippingTermID', label: 'Shipping term' },
    others: { name: 'offeredShippingTermIDs', label: 'Customers may choose shipping' },
  },
  {
    needs: 'payment_terms:read',
    source: paymentTermSource,
    usual: { name: 'defaultPaymentTermID', label: 'Payment term' },
    others: { name: 'offeredPaymentTermIDs', label: 'Customers may choose payment' },
  },
] as const;

/** Recipients of registration mails, and default values of new customers. A section of the shell's form. */
export function RegistrationFlowDefaultsSlot() {
  const { can } = useSession();
  const permittedOffers = offers.filter(({ needs }) => can(needs));
  return (
    <>
      <FormSection title="Who is told">
        <EmailListField name="notifiedEmails" label="Email addresses" description="Get a mail for every registration" />
      </FormSection>
      {permittedOffers.length > 0 && (
        <FormSection
          title="New customers get"
          description="Empty leaves the choice to your team. Customers choose only where there is more than one."
        >
          {permittedOffers.map(({ source, usual, others }) => (
            <div key={usual.name}>
              <RecordSelect {...usual} source={source} clearable />
              <RecordSelect {...others} source={source} multiple />
            </div>
          ))}
        </FormSection>
      )}
    </>
  );
}
