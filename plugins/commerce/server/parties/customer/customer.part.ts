import { bulkWork, definePart, service } from '@millwright/core/server';
import {
  customerDeclarations,
  customerEvents,
  customerGroupsView,
  customersView,
  exemptionsView,
} from '../../../contracts/index.ts';
import { createDemoCustomers } from '../demo/demo-customers.ts';
import { Customer, CustomerPriceGroup, RetiredCustomerNumber } from './customer.entity.ts';
import { customerRoutes } from './customer.routes.ts';
import { CustomerService } from './customer.service.ts';
import { customerEdit } from './edit/customer-edit.ts';
import { customerReferrers } from './edit/customer-referrers.ts';
import { customerRemoval } from './edit/customer-removal.ts';
import { customerDetailsEmail } from './emails/customer-email.ts';
import { customerInvariants } from './facts/customer-invariants.ts';
import { otherCustomerShown } from './facts/other-customer-state.ts';
import { customerImporter } from './import/customer-importer.ts';

export const customerPart = definePart({
  ...customerDeclarations,
  events: customerEvents,
  views: [customersView, customerGroupsView, exemptionsView],
  entities: [Customer, CustomerPriceGroup, RetiredCustomerNumber],
  references: customerReferrers,
  services: [service(CustomerService)],
  routes: (services) => customerRoutes(services.get(CustomerService)),
  recordSources: (services) => [services.get(CustomerService).recordSource()],
  numbering: [{ kind: 'customer', label: 'Customers', first: 1000 }],
  changeSets: () => [bulkWork(customerRemoval), bulkWork(customerEdit)],
  imports: () => [customerImporter],
  emails: [customerDetailsEmail],
  slots: ['commerce.customer.panels'],
  invariants: customerInvariants,
  demo: createDemoCustomers,
  forbids: [otherCustomerShown],
  samples: [
    {
      table: 'commerce.customer',
      row: (ids) => ({
        // A customer has the id of its party.
        id: ids('core.party'),
        number: '{label}-1',
        name: 'Customer {label}',
        note: 'Canary {label}',
        status: 'normal',
        bill_to_address_id: ids('core.party_address'),
        ship_to_address_id: ids('core.party_address'),
        default_carrier_id: ids('commerce.carrier'),
        default_carrier_option_id: ids('commerce.carrier_option'),
        default_priority_id: ids('commerce.priority'),
        default_payment_term_id: ids('commerce.payment_term'),
        default_shipping_term_id: ids('commerce.shipping_term'),
        default_sales_rep_id: ids('core.member'),
        customer_type_group_id: ids('commerce.account_group'),
      }),
    },
    {
      table: 'commerce.customer_price_group',
      row: (ids) => ({ customer_id: ids('commerce.customer'), account_group_id: ids('commerce.account_group') }),
    },
    {
      table: 'commerce.retired_customer_number',
      row: { number: 'gone-{label}', customer_id: 'cus_{label}', deleted_at: new Date('2026-01-15T12:00:00Z') },
    },
  ],
});
