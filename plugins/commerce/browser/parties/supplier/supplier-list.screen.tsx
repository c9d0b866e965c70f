import {
  bulkFields,
  fieldFilters,
  hidden,
  Icon,
  importPath,
  LinkButton,
  ListScreen,
  StatusBadge,
  selectionBody,
  useClient,
  useSession,
} from '@millwright/core/browser';
import {
  bulkDeleteSuppliers,
  bulkEditSuppliers,
  bulkSupplierFields,
  listSuppliers,
  previewBulkEditSuppliers,
  supplierFields,
} from '../../../contracts/index.ts';
import { itemSource } from '../../sources/record-sources.ts';
import { useReferenceSources } from '../../sources/reference-sources.ts';

/** The materials of suppliers have an import file of their own. */
function ImportMaterials() {
  const { imports } = useSession();
  return imports.some(({ name }) => name === 'supplier-materials') ? (
    <LinkButton variant="default" leftSection={<Icon name="upload" size={14} />} to={importPath('supplier-materials')}>
      Import materials
    </LinkButton>
  ) : null;
}

export function SupplierListScreen() {
  const client = useClient();
  const { can } = useSession();
  const sources = useReferenceSources();
  return (
    <ListScreen
      name="suppliers"
      importType="suppliers"
      title="Suppliers"
      endpoint={listSuppliers}
      actions={<ImportMaterials />}
      columns={[
        'name',
        { id: 'number', width: 110 },
        {
          id: 'isActive',
          header: 'State',
          cell: ({ isActive }) => (
            <StatusBadge tone={isActive ? 'success' : 'neutral'}>{isActive ? 'Active' : 'Inactive'}</StatusBadge>
          ),
          width: 110,
        },
        'materialCount',
        { id: 'email', width: 240 },
        { id: 'phone', width: 150 },
        {
          id: 'city',
          header: 'Place',
          cell: ({ city, state }) => [city, state].filter(Boolean).join(', '),
          width: 160,
        },
        ...hidden({ id: 'defaultPaymentTerm', header: 'Payment', width: 140 }),
        'createdAt',
      ]}
      filters={[
        { name: 'isActive', label: 'State', yes: 'Active', no: 'Inactive' },
        { name: 'itemIDs', label: 'Supplies', options: itemSource },
        ...fieldFilters(supplierFields, sources, can),
        { name: 'startDate', label: 'Created' },
      ]}
      views={[
        { id: 'active', name: 'Active', query: 'isActive=true' },
        { id: 'inactive', name: 'Inactive', query: 'isActive=false' },
      ]}
      searchPlaceholder="Name, number, email, phone"
      defaultSort={{ by: 'name', order: 'asc' }}
      rowHref={(supplier) => `/dashboard/suppliers/${supplier.id}`}
      rowLabel={(supplier) => supplier.name}
      primaryAction={{ label: 'New supplier', href: '/dashboard/suppliers/create', needs: 'suppliers:create' }}
      bulkEdit={{
        one: 'supplier',
        several: 'suppliers',
        needs: 'suppliers:update',
        fields: bulkFields(bulkSupplierFields, sources, can),
        preview: (selection, field, value) =>
          client.call(previewBulkEditSuppliers, {
            body: { ...selectionBody(selection, 'supplierIDs'), changes: { [field]: value } },
          }),
        run: (selection, field, value) =>
          client.call(bulkEditSuppliers, {
            body: { ...selectionBody(selection, 'supplierIDs'), changes: { [field]: value } },
          }),
      }}
      bulkActions={[
        {
          id: 'delete',
          label: 'Delete',
          icon: 'trash',
          danger: true,
          needs: 'suppliers:delete',
          confirm: (count) => ({
            title: `Delete ${count === 1 ? 'this supplier' : `${count} suppliers`}?`,
            message: 'What they supply goes with them.',
            confirmLabel: 'Delete',
            ...(count > 10 ? { typed: 'delete' } : {}),
          }),
          run: (selection) => client.call(bulkDeleteSuppliers, { body: selectionBody(selection, 'supplierIDs') }),
        },
      ]}
      empty={{
        title: 'No suppliers yet',
        text: 'A supplier says what it supplies, under which part number, at what price and how fast.',
        icon: 'truck',
        action: { label: 'New supplier', href: '/dashboard/suppliers/create' },
      }}
    />
  );
}
