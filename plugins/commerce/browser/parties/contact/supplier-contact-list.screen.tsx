import { ListScreen, useSession } from '@millwright/core/browser';
import {
  listSupplierContacts,
  type SupplierContact,
  supplierContactFields,
  supplierPapers,
} from '../../../contracts/index.ts';
import { supplierSource } from '../../sources/record-sources.ts';
import { contactColumns } from './contact-columns.tsx';

const home = '/dashboard/supplier-contacts';
const papers = Object.entries(supplierPapers).map(([value, field]) => ({
  value,
  label: supplierContactFields.fields[field].label,
}));

export function SupplierContactListScreen() {
  const { can } = useSession();
  const create = { label: 'New supplier contact', href: `${home}/create` };
  return (
    <ListScreen
      name="supplier-contacts"
      title="Supplier contacts"
      endpoint={listSupplierContacts}
      importType="supplier-contacts"
      searchPlaceholder="Name, supplier, phone or email"
      columns={[
        'name',
        { id: 'supplier', csv: ['supplier.number=Supplier number', 'supplier.name'] },
        ...contactColumns<SupplierContact>(),
      ]}
      filters={[
        { name: 'supplierIDs', options: supplierSource },
        { name: 'gets', options: papers },
        { name: 'isMain', label: 'Main contact' },
      ]}
      defaultSort={{ by: 'name', order: 'asc' }}
      rowHref={({ id }) => `${home}/${id}`}
      rowLabel={({ name }) => name}
      primaryAction={{ ...create, needs: 'suppliers:create' }}
      empty={{
        title: 'No contacts yet',
        text: 'The people whom you call at your suppliers, and who gets which paper by mail.',
        icon: 'phone',
        ...(can('suppliers:create') ? { action: create } : {}),
      }}
    />
  );
}
