import { ListScreen, useSession } from '@millwright/core/browser';
import {
  type CustomerContact,
  customerContactFields,
  customerPapers,
  listCustomerContacts,
} from '../../../contracts/index.ts';
import { customerSource } from '../../sources/record-sources.ts';
import { contactColumns } from './contact-columns.tsx';

const home = '/dashboard/customer-contacts';
const papers = Object.entries(customerPapers).map(([value, field]) => ({
  value,
  label: customerContactFields.fields[field].label,
}));

export function CustomerContactListScreen() {
  const { can } = useSession();
  const create = { label: 'New customer contact', href: `${home}/create` };
  return (
    <ListScreen
      name="customer-contacts"
      title="Customer contacts"
      endpoint={listCustomerContacts}
      importType="customer-contacts"
      searchPlaceholder="Name, customer, phone or email"
      columns={[
        'name',
        { id: 'customer', csv: ['customer.number=Customer number', 'customer.name'] },
        ...contactColumns<CustomerContact>(),
      ]}
      filters={[
        { name: 'customerIDs', options: customerSource },
        { name: 'gets', options: papers },
        { name: 'isMain', label: 'Main contact' },
      ]}
      defaultSort={{ by: 'name', order: 'asc' }}
      rowHref={({ id }) => `${home}/${id}`}
      rowLabel={({ name }) => name}
      primaryAction={{ ...create, needs: 'customers:create' }}
      empty={{
        title: 'No contacts yet',
        text: 'The people whom you call at your customers, and who gets which paper by mail.',
        icon: 'phone',
        ...(can('customers:create') ? { action: create } : {}),
      }}
    />
  );
}
