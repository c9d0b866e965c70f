import { ListScreen, useSession } from '@millwright/core/browser';
import {
  type Customer,
  type CustomerContact,
  listCustomerContacts,
  listSupplierContacts,
  type Supplier,
  type SupplierContact,
} from '../../../contracts/index.ts';
import { contactColumns } from './contact-columns.tsx';

const words = {
  title: 'Contacts',
  searchPlaceholder: 'Name, phone or email',
  defaultSort: { by: 'name', order: 'asc' } as const,
};
const empty = (text: string, action: { label: string; href: string } | undefined) => ({
  title: 'No contacts yet',
  text,
  icon: 'phone' as const,
  ...(action ? { action } : {}),
});

/** Contacts of a customer. */
export function CustomerContactsTab({ customer }: { customer: Customer }) {
  const { can } = useSession();
  const create = { label: 'Add contact', href: `/dashboard/customer-contacts/create?customerID=${customer.id}` };
  return (
    <ListScreen
      embedded
      name="contacts-of-customer"
      {...words}
      endpoint={listCustomerContacts}
      fixedQuery={{ customerIDs: [customer.id] }}
      columns={['name', ...contactColumns<CustomerContact>()]}
      rowHref={({ id }) => `/dashboard/customer-contacts/${id}`}
      rowLabel={({ name }) => name}
      {...(can('customers:create') ? { primaryAction: create } : {})}
      empty={empty(
        'Whom you call, and who gets which paper by mail. Without any, papers go to the email of the customer.',
        can('customers:create') ? create : undefined,
      )}
    />
  );
}

/** Contacts of a supplier. */
export function SupplierContactsTab({ supplier }: { supplier: Supplier }) {
  const { can } = useSession();
  const create = { label: 'Add contact', href: `/dashboard/supplier-contacts/create?supplierID=${supplier.id}` };
  return (
    <ListScreen
      embedded
      name="contacts-of-supplier"
      {...words}
      endpoint={listSupplierContacts}
      fixedQuery={{ supplierIDs: [supplier.id] }}
      columns={['name', ...contactColumns<SupplierContact>()]}
      rowHref={({ id }) => `/dashboard/supplier-contacts/${id}`}
      rowLabel={({ name }) => name}
      {...(can('suppliers:create') ? { primaryAction: create } : {})}
      empty={empty(
        'Whom you call, and who gets which paper by mail. Without any, papers go to the email of the supplier.',
        can('suppliers:create') ? create : undefined,
      )}
    />
  );
}
