import {
  DateTimeText,
  DetailScreen,
  StatusBadge,
  useDelete,
  useEndpointMutation,
  useRecord,
  useSession,
} from '@millwright/core/browser';
import { deleteSupplier, getSupplier, type Supplier } from '../../../contracts/index.ts';
import { PartyAddresses } from '../party/party-addresses.tsx';
import { contactFacts, PartyNote } from '../party/party-contact.tsx';
import { SupplierMaterials } from './supplier-materials.tsx';
import { SupplierOrders } from './supplier-orders.tsx';
import { SupplierDeliveries, SupplierReliabilityPanel } from './supplier-reliability.tsx';

const placeOf = ({ address }: Supplier): string => [address?.city, address?.state].filter(Boolean).join(', ');

export function SupplierScreen() {
  const { can } = useSession();
  const { id, params, query: supplier } = useRecord(getSupplier);
  const remove = useEndpointMutation(deleteSupplier);
  const askAndDelete = useDelete('supplier', '/dashboard/suppliers');
  return (
    <DetailScreen
      query={supplier}
      what="supplier"
      list={{ name: 'suppliers', href: '/dashboard/suppliers', label: 'suppliers' }}
      record={{ type: 'supplier', id }}
      title={({ name }) => name}
      status={({ isActive }) =>
        isActive ? <StatusBadge tone="success">Active</StatusBadge> : <StatusBadge>Inactive</StatusBadge>
      }
      editHref={({ id }) =>
        can('suppliers:update') && can('payment_terms:read') ? `/dashboard/suppliers/${id}/edit` : undefined
      }
      menu={({ name }) => [
        can('suppliers:delete') && {
          label: 'Delete',
          icon: 'trash',
          danger: true,
          onClick: () => void askAndDelete(name, () => remove.mutateAsync({ params })),
        },
      ]}
      summary={(data) => [
        { label: 'Number', value: data.number },
        { label: 'Materials', value: data.materialCount },
        { label: 'Place', value: placeOf(data) },
        { label: 'Payment', value: data.defaultPaymentTerm?.name },
      ]}
      tabs={[
        { id: 'materials', label: 'Materials', render: (data) => <SupplierMaterials supplier={data} /> },
        {
          id: 'orders',
          label: 'Purchase orders',
          isHidden: () => !can('purchase_orders:read'),
          render: (data) => <SupplierOrders supplier={data} />,
        },
        {
          id: 'deliveries',
          label: 'Deliveries',
          isHidden: () => !can('receiving_orders:read'),
          render: (data) => <SupplierDeliveries supplier={data} />,
        },
        {
          id: 'addresses',
          label: 'Addresses',
          render: (data) => (
            <PartyAddresses
              id={data.id}
              addresses={data.addresses}
              uses={({ id }) => (id === data.address?.id ? ['Main'] : [])}
              mayChange={can('suppliers:update')}
            />
          ),
        },
        {
          id: 'note',
          label: 'Note',
          render: ({ note }) => <PartyNote note={note} />,
        },
      ]}
      aside={(data) => can('receiving_orders:read') && <SupplierReliabilityPanel supplier={data} />}
      facts={(data) => [
        ...contactFacts(data),
        { label: 'Created', value: <DateTimeText value={data.createdAt} /> },
        { label: 'Changed', value: <DateTimeText value={data.updatedAt} relative /> },
      ]}
    />
  );
}
