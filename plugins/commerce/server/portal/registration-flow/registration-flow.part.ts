import { RegistrationDefaultsPort } from '@millwright/core/contracts';
import { definePart, implementation, type Reference } from '@millwright/core/server';
import { RegistrationReferences } from './registration-references.ts';

/** Flows are core's and have no foreign key here; what they name is looked up when they are saved. */
const flow = (to: string, column: string): Reference => ({
  to,
  what: ['registration flow', 'registration flows'],
  table: 'core.registration_flow',
  column,
  label: 'referrer.name',
});

/** What customers who register themselves are given. */
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
