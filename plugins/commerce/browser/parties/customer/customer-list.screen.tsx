import {
  type BulkEditField,
  type BulkSelection,
  bulkFlagFields,
  DateText,
  ListScreen,
  useClient,
  useSession,
} from '@millwright/core/browser';
import { useMemo } from 'react';
import {
  bulkCustomerFlags,
  bulkDeleteCustomers,
  bulkEditCustomers,
  customerStatuses,
  customerStatusNames,
  listCustomers,
  previewBulkEditCustomers,
} from '../../../contracts/index.ts';
import { permitted, permittedFilters } from '../../permitted-filters.ts';
import {
  carrierOptionSource,
  carrierSource,
  customerTypeSource,
  paymentTermSource,
  priceGroupSource,
  prioritySource,
  salesRepSource,
  shippingTermSource,
} from '../../record-sources.ts';
import { CommissionBadge, FreightBadge } from '../../terms/exemption-badges.tsx';
import { CustomerStatusBadge } from './customer-status-badge.tsx';

const statuses = customerStatuses.map((value) => ({ value, label: customerStatusNames[value] }));
const isClearable = true;
const exemptions = [
  { value: 'exempt', label: 'Exempt' },
  { value: 'not_exempt', label: 'Not exempt' },
];

export function CustomerListScreen() {
  const client = useClient();
  const { account, can } = useSession();
  const reps = useMemo(() => salesRepSource(account?.id ?? ''), [account?.id]);
  const choices: BulkEditField[] = [
    { name: 'status', label: 'Status', kind: 'select', options: statuses },
    ...permitted<BulkEditField>(can, [
      ['team_users:read', { name: 'defaultSalesRepID', label: 'Sales rep', kind: 'record', source: reps, isClearable }],
      [
        'payment_terms:read',
        { name: 'defaultPaymentTermID', label: 'Payment term', kind: 'record', source: paymentTermSource, isClearable },
      ],
      [
        'shipping_terms:read',
        {
          name: 'defaultShippingTermID',
          label: 'Shipping term',
          kind: 'record',
          source: shippingTermSource,
          isClearable,
        },
      ],
      [
        'customer_groups:read',
        { name: 'customerTypeGroupID', label: 'Type', kind: 'record', source: customerTypeSource, isClearable },
      ],
    ]),
    { name: 'defaultPriorityID', label: 'Priority', kind: 'record', source: prioritySource, isClearable },
    ...bulkFlagFields(bulkCustomerFlags),
  ];
  return (
    <ListScreen
      name="customers"
      importType="customers"
      title="Customers"
      endpoint={listCustomers}
      columns={[
        { id: 'name', header: 'Name', cell: (customer) => customer.name, sortable: true },
        { id: 'number', header: 'Number', cell: (customer) => customer.number, sortable: true, width: 100 },
        {
          id: 'status',
          header: 'Status',
          cell: (customer) => <CustomerStatusBadge status={customer.status} />,
          sortable: true,
          width: 130,
        },
        {
          id: 'customerTypeGroup',
          csv: 'customerTypeGroup.name',
          header: 'Type',
          cell: (customer) => customer.customerTypeGroup?.name,
          sortable: true,
          width: 140,
        },
        {
          id: 'city',
          header: 'Place',
          cell: (customer) => [customer.city, customer.state].filter(Boolean).join(', '),
          width: 160,
        },
        {
          id: 'defaultSalesRep',
          csv: 'defaultSalesRep.name',
          header: 'Sales rep',
          cell: (customer) => customer.defaultSalesRep?.name,
          sortable: true,
          width: 140,
        },
        {
          id: 'defaultPaymentTerm',
          csv: 'defaultPaymentTerm.name',
          header: 'Payment',
          cell: (customer) => customer.defaultPaymentTerm?.name,
          width: 130,
        },
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
        {
          id: 'defaultShippingTerm',
          csv: 'defaultShippingTerm.name',
          header: 'Shipping',
          cell: (customer) => customer.defaultShippingTerm?.name,
          width: 140,
          defaultHidden: true,
        },
        {
          id: 'defaultCarrier',
          csv: 'defaultCarrier.name',
          header: 'Carrier',
          cell: (customer) =>
            [customer.defaultCarrier?.name, customer.defaultCarrierOption?.name].filter(Boolean).join(' '),
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
      ]}
      filters={[
        { kind: 'multi', name: 'statusCodes', label: 'Status', options: statuses },
        ...permittedFilters(can, [
          [
            'customer_groups:read',
            { kind: 'multi', name: 'customerGroupIDs', label: 'Customer type', options: customerTypeSource },
          ],
          [
            'customer_groups:read',
            { kind: 'multi', name: 'pricingGroupIDs', label: 'Price group', options: priceGroupSource },
          ],
          ['team_users:read', { kind: 'multi', name: 'salesRepIDs', label: 'Sales rep', options: reps }],
          [
            'payment_terms:read',
            { kind: 'multi', name: 'paymentTermIDs', label: 'Payment term', options: paymentTermSource },
          ],
          [
            'shipping_terms:read',
            { kind: 'multi', name: 'shippingTermIDs', label: 'Shipping term', options: shippingTermSource },
          ],
          ['carriers:read', { kind: 'multi', name: 'carrierIDs', label: 'Carrier', options: carrierSource }],
          [
            'carriers:read',
            { kind: 'multi', name: 'carrierOptionIDs', label: 'Carrier option', options: carrierOptionSource },
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
        fields: choices,
        preview: (selection, field, value) =>
          client.call(previewBulkEditCustomers, { body: { ...selected(selection), changes: { [field]: value } } }),
        run: (selection, field, value) =>
          client.call(bulkEditCustomers, { body: { ...selected(selection), changes: { [field]: value } } }),
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
          run: (selection) => client.call(bulkDeleteCustomers, { body: selected(selection) }),
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

const selected = (selection: BulkSelection) =>
  // The filter is what the address holds; the server parses it with the list's own schema.
  selection.kind === 'ids' ? { customerIDs: selection.ids } : { filter: selection.filter as never, all: selection.all };
