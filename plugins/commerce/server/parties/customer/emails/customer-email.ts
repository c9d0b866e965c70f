import type { AddressSnapshot } from '@millwright/core/contracts';
import { reactEmail } from '@millwright/core/server';
import type { Customer } from '../../../../contracts/index.ts';
import type { CustomerDetailsProps } from './customer-details-email.tsx';

/** `commerce.customer-details`: the stored data, mailed to the customer for checking. */
export const customerDetailsEmail = reactEmail<CustomerDetailsProps>({
  name: 'commerce.customer-details',
  subject: ({ accountName }) => `Your details with ${accountName}`,
  load: async () => (await import('./customer-details-email.tsx')).CustomerDetailsEmail,
  sample: {
    name: 'Lakeland Safety Supply',
    number: '1000',
    facts: [
      ['Email', 'orders@lakeland.test'],
      ['Payment', 'Net 30'],
    ],
    addresses: [{ title: 'Bill to', lines: ['Lakeland Safety Supply', '100 Mill St', 'Duluth, MN 55802', 'US'] }],
  },
});

const linesOf = (address: AddressSnapshot): string[] =>
  [
    address.name,
    address.line1,
    address.line2,
    [[address.city, address.state].filter(Boolean).join(', '), address.postalCode].filter(Boolean).join(' '),
    address.country,
  ].filter((line): line is string => Boolean(line));

/** The mail of a customer's data, without internal ones: notes, hold status and groups. */
export function customerDetailsMail(customer: Customer) {
  const { name, number, email, phone, url, defaultPaymentTerm, defaultShippingTerm, defaultCarrier } = customer;
  const facts = [
    ['Email', email],
    ['Phone', phone],
    ['Website', url],
    ['Payment', defaultPaymentTerm?.name],
    ['Shipping', defaultShippingTerm?.name],
    ['Carrier', [defaultCarrier?.name, customer.defaultCarrierOption?.name].filter(Boolean).join(' ')],
  ].filter((fact): fact is [string, string] => Boolean(fact[1]));
  const addresses = [
    ...(customer.billToAddress ? [{ title: 'Bill to', lines: linesOf(customer.billToAddress) }] : []),
    ...(customer.shipToAddress ? [{ title: 'Ship to', lines: linesOf(customer.shipToAddress) }] : []),
  ];
  const props = { name, number, facts, addresses } satisfies CustomerDetailsProps;
  return { to: email ? [email] : [], template: customerDetailsEmail.name, props };
}
