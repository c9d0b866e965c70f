import {
  bulkFields,
  fieldFilters,
  hidden,
  type ListedColumn,
  ListScreen,
  selectionBody,
  useClient,
  useSession,
} from '@millwright/core/browser';
import {
  bulkCustomerFields,
  bulkDeleteCustomers,
  bulkEditCustomers,
  type CustomerRow,
  customerFields,
  listCustomers,
  previewBulkEditCustomers,
} from '../../../contracts/index.ts';
import { priceGroupSource } from '../../sources/record-sources.ts';
import { useReferenceSources } from '../../sources/reference-sources.ts';
import { CommissionBadge, FreightBadge } from '../../terms/exemption-badges.tsx';
import { CustomerStatusBadge } from './customer-status-badge.tsx';

const exemptions = [
  { value: 'exempt', label: 'Exempt' },
  { value: 'not_exempt', label: 'Not exempt' },
];

const columns: readonly ListedColumn<CustomerRow>[] = [
  'name',
  { id: 'number', width: 100 },
  {
    id: 'status',
    cell: ({ status }) => <CustomerStatusBadge status={status} />,
    width: 130,
  },
  { id: 'customerTypeGroup', header: 'Type', width: 140 },
  {
    id: 'city',
    header: 'Place',
    cell: (customer) => [customer.city, customer.state].filter(Boolean).join(', '),
    width: 160,
  },
  { id: 'defaultSalesRep', width: 140 },
  { id: 'defaultPaymentTerm', header: 'Payment', width: 130 },
  ...hidden(
    'email',
    { id: 'phone', width: 150 },
    { id: 'postalCode', width: 110 },
    { id: 'customerPriceGroups', csv: false, header: 'Price groups', width: 160 },
    { id: 'defaultShippingTerm', header: 'Shipping', width: 140 },
  ),
  {
    id: 'defaultCarrier',
    cell: (customer) => [customer.defaultCarrier?.name, customer.defaultCarrierOption?.name].filter(Boolean).join(' '),
    width: 160,
    defaultHidden: true,
  },
  {
    id: 'isCommissionExempt',
    header: 'Commission',
    cell: (customer) => <CommissionBadge isExempt={customer.isCommissionExempt} />,
    width: 120,
    defaultHidden: true,
  },
  {
    id: 'isFreightExempt',
    header: 'Freight',
    cell: (customer) => <FreightBadge isExempt={customer.isFreightExempt} />,
    width: 120,
    defaultHidden: true,
  },
  ...hidden({ id: 'parent', width: 150 }),
  'createdAt',
];

export function CustomerListScreen() {
  const client = useClient();
  const { can } = useSession();
  const sources = useReferenceSources();
  return (
    <ListScreen
      name="customers"
      importType="customers"
      title="Customers"
      endpoint={listCustomers}
      columns={columns}
      filters={[
        ...fieldFilters(customerFields, sources, can),
        { name: 'pricingGroupIDs', label: 'Price group', options: priceGroupSource },
        { name: 'commissionStatusCodes', label: 'Commission', options: exemptions },
        { name: 'freightStatusCodes', label: 'Freight', options: exemptions },
        'isParentAccount',
        'city',
        'state',
        'postalCode',
        { name: 'startDate', label: 'Created' },
      ]}
      views={[
        { id: 'on-hold', name: 'On hold', query: 'statusCodes=hold_all&statusCodes=hold_shipment' },
        { id: 'preferred', name: 'Preferred', query: 'statusCodes=preferred' },
        { id: 'parents', name: 'Parent accounts', query: 'isParentAccount=true' },
      ]}
      searchPlaceholder="Name, number, email, phone"
      defaultSort={{ by: 'name', order: 'asc' }}
      rowHref={(customer) => `/dashboard/customers/${customer.id}`}
      rowLabel={(customer) => customer.name}
      primaryAction={{ label: 'New customer', href: '/dashboard/customers/create', needs: 'customers:create' }}
      bulkEdit={{
        one: 'customer',
        several: 'customers',
        needs: 'customers:update',
        fields: bulkFields(bulkCustomerFields, sources, can),
        preview: (selection, field, value) =>
          client.call(previewBulkEditCustomers, {
            body: { ...selectionBody(selection, 'customerIDs'), changes: { [field]: value } },
          }),
        run: (selection, field, value) =>
          client.call(bulkEditCustomers, {
            body: { ...selectionBody(selection, 'customerIDs'), changes: { [field]: value } },
          }),
      }}
      bulkActions={[
        {
          id: 'delete',
          label: 'Delete',
          icon: 'trash',
          danger: true,
          needs: 'customers:delete',
          confirm: (count) => ({
            title: `Delete ${count === 1 ? 'this customer' : `${count} customers`}?`,
            message: 'Customers with orders, child accounts or portal users stay.',
            confirmLabel: 'Delete',
            ...(count > 10 ? { typed: 'delete' } : {}),
          }),
          run: (selection) => client.call(bulkDeleteCustomers, { body: selectionBody(selection, 'customerIDs') }),
        },
      ]}
      empty={{
        title: 'No customers yet',
        text: 'Customers carry addresses, terms and prices that their orders begin with.',
        icon: 'group',
        action: { label: 'New customer', href: '/dashboard/customers/create' },
      }}
    />
  );
}
