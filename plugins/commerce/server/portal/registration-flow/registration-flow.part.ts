import { RegistrationDefaultsPort } from '@millwright/core/contracts';
import { definePart, implementation, type Reference } from '@millwright/core/server';
import { RegistrationReferences } from './registration-references.ts';

/**
 * Registration flows belong to core and have no foreign key to these records. The ids are checked when a flow is saved.
 */
const flow = (to: string, column: string): Reference => ({
  to,
  what: ['registration flow', 'registration flows'],
  table: 'core.registration_flow',
  column,
  label: 'referrer.name',
});

/** Default values for customers who register themselves. */
export const registrationFlowPart = definePart({
  provides: [RegistrationDefaultsPort],
  services: [implementation(RegistrationDefaultsPort, RegistrationReferences)],
  references: [
    flow('account_group', 'default_customer_group_id'),
    flow('payment_term', 'default_payment_term_id'),
    flow('shipping_term', 'default_shipping_term_id'),
  ],
  fills: ['registration-flow.defaults'],
});
