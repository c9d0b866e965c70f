import {
  bulkFields,
  DateText,
  fieldColumn,
  fieldFilters,
  type ListColumn,
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
  listedCustomerFields,
  previewBulkEditCustomers,
} from '../../../contracts/index.ts';
import { permittedFilters } from '../../sources/permitted-filters.ts';
import { priceGroupSource } from '../../sources/record-sources.ts';
import { useReferenceSources } from '../../sources/reference-sources.ts';
import { CommissionBadge, FreightBadge } from '../../terms/exemption-badges.tsx';
import { CustomerStatusBadge } from './customer-status-badge.tsx';

const exemptions = [
  { value: 'exempt', label: 'Exempt' },
  { value: 'not_exempt', label: 'Not exempt' },
];

const columns: readonly ListColumn<CustomerRow>[] = [
  { id: 'name', header: 'Name', cell: (customer) => customer.name, sortable: true },
  { id: 'number', header: 'Number', cell: (customer) => customer.number, sortable: true, width: 100 },
  {
    id: 'status',
    header: listedCustomerFields.fields.status.label,
    cell: ({ status }) => <CustomerStatusBadge status={status} />,
    sortable: true,
    width: 130,
  },
  fieldColumn(listedCustomerFields, 'customerTypeGroup', { header: 'Type', sortable: true, width: 140 }),
  {
    id: 'city',
    header: 'Place',
    cell: (customer) => [customer.city, customer.state].filter(Boolean).join(', '),
    width: 160,
  },
  fieldColumn(listedCustomerFields, 'defaultSalesRep', { sortable: true, width: 140 }),
  fieldColumn(listedCustomerFields, 'defaultPaymentTerm', { header: 'Payment', width: 130 }),
  { id: 'email', header: 'Email', cell: (customer) => customer.email, sortable: true, defaultHidden: true },
  { id: 'phone', header: 'Phone', cell: (customer) => customer.phone, width: 150, defaultHidden: true },
  {
    id: 'postalCode',
    header: 'Postal code',
    cell: (customer) => customer.postalCode,
    width: 110,
    defaultHidden: true,
  },
  {
    id: 'customerPriceGroups',
    csv: false,
    header: 'Price groups',
    cell: (customer) => customer.customerPriceGroups.map(({ name }) => name).join(', '),
    width: 160,
    defaultHidden: true,
  },
  fieldColumn(listedCustomerFields, 'defaultShippingTerm', {
    header: 'Shipping',
    width: 140,
    defaultHidden: true,
  }),
  {
    id: 'defaultCarrier',
    csv: 'defaultCarrier.name',
    header: 'Carrier',
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
  {
    id: 'parent',
    csv: 'parent.name',
    header: 'Parent',
    cell: (customer) => customer.parent?.name,
    width: 150,
    defaultHidden: true,
  },
  {
    id: 'createdAt',
    header: 'Created',
    cell: (customer) => <DateText value={customer.createdAt} />,
    sortable: true,
    width: 120,
  },
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
        ...permittedFilters(can, [
          [
            'customer_groups:read',
            { kind: 'multi', name: 'pricingGroupIDs', label: 'Price group', options: priceGroupSource },
          ],
        ]),
        { kind: 'multi', name: 'commissionStatusCodes', label: 'Commission', options: exemptions },
        { kind: 'multi', name: 'freightStatusCodes', label: 'Freight', options: exemptions },
        { kind: 'boolean', name: 'isParentAccount', label: 'Parent account' },
        { kind: 'text', name: 'city', label: 'City' },
        { kind: 'text', name: 'state', label: 'State' },
        { kind: 'text', name: 'postalCode', label: 'Postal code' },
        { kind: 'dates', from: 'startDate', to: 'endDate', label: 'Created' },
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
