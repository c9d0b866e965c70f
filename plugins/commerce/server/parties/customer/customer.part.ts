import { bulkWork, definePart, service } from '@millwright/core/server';
import {
  customerEvents,
  customerGroupsView,
  customerPermissions,
  customerRecordTypes,
  customerScreens,
  customersView,
  exemptionsView,
} from '../../../contracts/index.ts';
import { NewTerms } from '../../terms/new-terms.ts';
import { AccountGroupService } from '../account-group/account-group.service.ts';
import { createDemoCustomers } from '../demo/demo-customers.ts';
import { Customer, CustomerPriceGroup, RetiredCustomerNumber } from './customer.entity.ts';
import { customerRoutes } from './customer.routes.ts';
import { CustomerService } from './customer.service.ts';
import { customerEdit } from './customer-edit.ts';
import { customerDetailsEmail } from './customer-email.ts';
import { customerInvariants } from './customer-invariants.ts';
import { customerReferrers } from './customer-referrers.ts';
import { customerRemoval } from './customer-removal.ts';
import { customerImporter } from './import/customer-importer.ts';
import { otherCustomerShown } from './other-customer-state.ts';

export const customerPart = definePart({
  permissions: customerPermissions,
  records: customerRecordTypes,
  screens: customerScreens,
  events: customerEvents,
  views: [customersView, customerGroupsView, exemptionsView],
  entities: [Customer, CustomerPriceGroup, RetiredCustomerNumber],
  references: customerReferrers,
  services: [service(CustomerService)],
  routes: (services) => customerRoutes(services.get(CustomerService)),
  recordSources: (services) => [services.get(CustomerService).recordSource()],
  numbering: [{ kind: 'customer', label: 'Customers', first: 1000 }],
  changeSets: () => [bulkWork(customerRemoval), bulkWork(customerEdit)],
  imports: (services) => [
    customerImporter({ groups: services.get(AccountGroupService), terms: services.get(NewTerms) }),
  ],
  emails: [customerDetailsEmail],
  slots: ['commerce.customer.panels'],
  invariants: customerInvariants,
  demo: (ctx, random, services) => createDemoCustomers(ctx, random, { groups: services.get(AccountGroupService) }),
  forbids: [otherCustomerShown],
  samples: [
    {
      table: 'commerce.customer',
      row: (ids) => ({
        // A customer is its party.
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
