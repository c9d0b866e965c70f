import { useParams } from 'react-router';
import { z } from 'zod';
import { endpoint } from '../../contracts/endpoint.ts';
import { listOf, listQuery } from '../../contracts/list-query.ts';
import { AddressFields, DateText, DetailScreen, FormRow, FormScreen, FormSection, LineTable, ListScreen, Money, MoneyField, NoteField, recordSource, RecordSelect, SelectField, StatusBadge, SwitchField, DateField, TextField, toast, useClient, useEndpoint, useEndpointMutation, ErrorState, LoadingState, useConfirm } from '../index.ts';
import { addressInput } from '../../contracts/address.ts';

const order = z.object({ id: z.string(), number: z.string(), total: z.number(), issuedAt: z.string().nullable(), customer: z.object({ name: z.string() }), status: z.object({ code: z.string(), name: z.string() }) });
export const listOrders = endpoint({ name: 'listOrders', method: 'GET', path: '/v1/orders', summary: '', permission: 'sales_orders:read', query: listQuery({ sortBy: ['number', 'total', 'issuedAt'], filters: { statusCodes: z.array(z.string()).optional() } }), reply: listOf(order) });
export const getOrder = endpoint({ name: 'getOrder', method: 'GET', path: '/v1/orders/{orderID}', summary: '', permission: 'sales_orders:read', reply: order });
const customer = z.object({ id: z.string(), name: z.string(), number: z.string(), email: z.string().nullable() });
const listCustomers = endpoint({ name: 'listCustomers', method: 'GET', path: '/v1/customers', summary: '', permission: 'customers:read', query: listQuery({ sortBy: ['number'] }), reply: listOf(customer) });
const getCustomer = endpoint({ name: 'getCustomer', method: 'GET', path: '/v1/customers/{customerID}', summary: '', permission: 'customers:read', reply: customer });
const bulkDelete = endpoint({ name: 'bulkDelete', method: 'PUT', path: '/v1/orders/actions/bulk-delete', summary: '', permission: 'sales_orders:delete', body: z.object({ ids: z.array(z.string()) }), reply: z.object({ done: z.number(), refused: z.array(z.object({ id: z.string(), reason: z.string() })) }) });
const body = z.strictObject({ customerID: z.string({ error: 'Customer is required' }).min(1), note: z.string().nullable().optional(), promisedAt: z.string().nullable().optional(), rush: z.boolean().optional(), status: z.string().optional(), freight: z.number().optional(), email: z.email({ error: 'Email is not valid' }).nullable().optional(), lines: z.array(z.object({ productID: z.string({ error: 'Product is required' }).min(1, 'Product is required'), quantity: z.number({ error: 'Quantity is required' }).positive(), unitPrice: z.number().optional() })).min(1), shipTo: addressInput });
const createOrder = endpoint({ name: 'createOrder', method: 'POST', path: '/v1/orders', summary: '', permission: 'sales_orders:create', body, reply: order });

const customers = recordSource(listCustomers, { option: (c) => ({ value: c.id, label: c.name, hint: c.number }), one: getCustomer });
const noOne = recordSource(listCustomers, { option: (c) => ({ value: c.id, label: c.name }) });
const statuses = [{ value: 'estimate', label: 'Estimate' }, { value: 'issued', label: 'Issued' }, { value: 'fulfilled', label: 'Fulfilled' }];

export function OrderListScreen() {
  const client = useClient();
  return (
    <ListScreen
      name="orders" title="Sales orders" endpoint={listOrders}
      columns={[
        { id: 'number', header: 'Number', cell: (o) => o.number, sortable: true, width: 110 },
        { id: 'customer', header: 'Customer', cell: (o) => o.customer.name },
        { id: 'status', header: 'Status', cell: (o) => <StatusBadge tone={o.status.code === 'issued' ? 'info' : o.status.code === 'fulfilled' ? 'success' : 'neutral'}>{o.status.name}</StatusBadge>, width: 130 },
        { id: 'total', header: 'Total', cell: (o) => <Money value={o.total} />, align: 'end', sortable: true, width: 120 },
        { id: 'issuedAt', header: 'Issued', cell: (o) => <DateText value={o.issuedAt} />, sortable: true, width: 130 },
      ]}
      filters={[
        { kind: 'multi', name: 'statusCodes', label: 'Status', options: statuses },
        { kind: 'multi', name: 'customerIDs', label: 'Customer', options: customers },
        { kind: 'boolean', name: 'isPaid', label: 'Paid' }, { kind: 'text', name: 'city', label: 'City' },
        { kind: 'dates', from: 'startDate', to: 'endDate', label: 'Created' },
      ]}
      views={[{ id: 'open', name: 'Open', query: 'statusCodes=issued' }]}
      defaultSort={{ by: 'number', order: 'desc' }}
      rowHref={(o) => `/dashboard/orders/${o.id}`} rowLabel={(o) => o.number}
      primaryAction={{ label: 'New order', href: '/dashboard/orders/create', needs: 'sales_orders:create' }}
      bulkActions={[{ id: 'delete', label: 'Delete', icon: 'trash', danger: true, needs: 'sales_orders:delete', takesFilter: false,
        confirm: (count) => ({ title: `Delete ${count} orders?`, confirmLabel: 'Delete', ...(count > 10 ? { typed: 'delete' } : {}) }),
        run: async (s) => client.call(bulkDelete, { body: { ids: s.kind === 'ids' ? s.ids : [] } }) }]}
    />
  );
}
export function OrderCreateScreen() {
  const create = useEndpointMutation(createOrder, { invalidates: [listOrders] });
  return (
    <FormScreen title="New order" wide back={{ href: '/dashboard/orders', label: 'orders' }} schema={body}
      values={{ customerID: '', rush: false, status: 'estimate', lines: [{ productID: '', quantity: 1 }], shipTo: { name: '', country: '' } }}
      onSave={async (values) => { const o = await create.mutateAsync({ body: values }); toast.success(`${o.number} saved`); return `/dashboard/orders/${o.id}`; }}>
      <FormSection title="Order" description="Who orders, and how it travels">
        <RecordSelect name="customerID" label="Customer" source={customers} required autoFocus />
        <FormRow><DateField name="promisedAt" label="Promised" /><SelectField name="status" label="Status" options={statuses} /><MoneyField name="freight" label="Freight" /></FormRow>
        <FormRow><TextField name="email" label="Email" type="email" /><RecordSelect name="repIDs" label="Reps" source={noOne} multiple /></FormRow>
        <SwitchField name="rush" label="Rush" description="Goes first" />
        <NoteField name="note" label="Note" />
      </FormSection>
      <FormSection wide title="Lines">
        <LineTable name="lines" newLine={() => ({ productID: '', quantity: 1, unitPrice: null as number | null })}
          columns={[{ kind: 'record', id: 'productID', header: 'Product', source: customers, onPick: (o, line) => (o ? { unitPrice: 12.5, quantity: line.quantity } : undefined) }, { kind: 'number', id: 'quantity', header: 'Quantity', width: 110 }, { kind: 'unitPrice', id: 'unitPrice', header: 'Unit price', width: 130, placeholder: 'Default' }, { kind: 'computed', id: 'total', header: 'Total', align: 'end', width: 110, render: (l) => <Money value={(l.quantity ?? 0) * (l.unitPrice ?? 0)} /> }]}
          footer={(lines) => <strong>Total <Money value={lines.reduce((sum, l) => sum + (l.quantity ?? 0) * (l.unitPrice ?? 0), 0)} /></strong>} />
      </FormSection>
      <FormSection title="Ship to"><AddressFields name="shipTo" /></FormSection>
    </FormScreen>
  );
}
export function OrderScreen() {
  const { orderID = '' } = useParams();
  const confirm = useConfirm();
  const o = useEndpoint(getOrder, { params: { orderID } });
  const c = useEndpoint(listCustomers);
  if (c.error) return <ErrorState error={c.error} onRetry={() => void c.refetch()} />;
  if (!c.data) return <LoadingState />;
  return (
    <DetailScreen query={o} what="order" list={{ name: 'orders', href: '/dashboard/orders', label: 'orders' }} record={{ type: 'sales_order', id: orderID }}
      title={(x) => x.number} status={(x) => <StatusBadge tone="info">{x.status.name}</StatusBadge>} editHref={() => '/dashboard/orders/create'}
      menu={(x) => [{ label: 'Delete', icon: 'trash', danger: true, onClick: () => void confirm({ title: `Delete ${x.number}?`, confirmLabel: 'Delete', danger: true, typed: 'delete' }) }]}
      summary={(x) => [{ label: 'Customer', value: x.customer.name }, { label: 'Total', value: <Money value={x.total} /> }, { label: 'Issued', value: <DateText value={x.issuedAt} /> }]}
      tabs={[{ id: 'lines', label: 'Lines', render: () => 'Lines here' }, { id: 'note', label: 'Note', render: () => 'Note' }]}
      facts={(x) => [{ label: 'Status', value: x.status.name }, { label: 'Carrier', value: null }]} />
  );
}
