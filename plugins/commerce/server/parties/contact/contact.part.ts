import { definePart, on, route } from '@millwright/core/server';
import {
  contactDeclarations,
  customerRenamed,
  getCustomerRecipients,
  getSupplierRecipients,
  supplierChanged,
} from '../../../contracts/index.ts';
import { CustomerContact, SupplierContact } from './contact.entity.ts';
import { createDemoContacts } from './contact-demo.ts';
import { recipientsOf } from './contact-recipients.ts';
import { customerContactRecord, supplierContactRecord } from './contact-records.ts';
import { indexContactsOf } from './contact-search.ts';

const both = [customerContactRecord, supplierContactRecord];

export const contactPart = definePart({
  ...contactDeclarations,
  entities: [CustomerContact, SupplierContact],
  routes: () => [
    ...both.flatMap((record) => record.routes()),
    route(getCustomerRecipients, (ctx, { params, query }) => recipientsOf(ctx, params.customerID, query.paper)),
    route(getSupplierRecipients, (ctx, { params, query }) => recipientsOf(ctx, params.supplierID, query.paper)),
  ],
  recordSources: (services) => both.flatMap((record) => record.recordSources?.(services) ?? []),
  imports: (services) => both.flatMap((record) => record.imports?.(services) ?? []),
  subscriptions: () => [
    on(customerRenamed, 'commerce.rename-customer-on-contacts', (ctx, { customerID }) =>
      indexContactsOf(ctx, 'customer', [customerID]),
    ),
    on(supplierChanged, 'commerce.rename-supplier-on-contacts', async (ctx, { supplierID, fields }) => {
      if (fields.includes('name')) await indexContactsOf(ctx, 'supplier', [supplierID]);
    }),
  ],
  demo: createDemoContacts,
  samples: [
    {
      table: 'commerce.customer_contact',
      row: (ids) => ({
        customer_id: ids('commerce.customer'),
        name: 'Contact {label}',
        email: 'contact-{label}@example.test',
        note: 'Canary {label}',
        gets_invoices: true,
      }),
    },
    {
      table: 'commerce.supplier_contact',
      row: (ids) => ({
        supplier_id: ids('commerce.supplier'),
        name: 'Contact {label}',
        email: 'contact-{label}@example.test',
        note: 'Canary {label}',
        gets_purchase_orders: true,
      }),
    },
  ],
});
