import { noteTab, RecordScreen, StatusBadge, useSession } from '@millwright/core/browser';
import { type Supplier, suppliers } from '../../../contracts/index.ts';
import { SupplierContactsTab } from '../contact/party-contacts.tsx';
import { PartyAddresses } from '../party/party-addresses.tsx';
import { contactFacts } from '../party/party-contact.tsx';
import { SupplierMaterials } from './materials/supplier-materials.tsx';
import { SupplierOrders } from './supplier-orders.tsx';
import { SupplierDeliveries, SupplierReliabilityPanel } from './supplier-reliability.tsx';

const placeOf = ({ address }: Supplier): string => [address?.city, address?.state].filter(Boolean).join(', ');

export function SupplierScreen() {
  const { can } = useSession();
  return (
    <RecordScreen
      record={suppliers}
      status={({ isActive }) =>
        isActive ? <StatusBadge tone="success">Active</StatusBadge> : <StatusBadge>Inactive</StatusBadge>
      }
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
        { id: 'contacts', label: 'Contacts', render: (data) => <SupplierContactsTab supplier={data} /> },
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
        noteTab('note', 'Note'),
      ]}
      aside={(data) => can('receiving_orders:read') && <SupplierReliabilityPanel supplier={data} />}
      facts={(data) => [...contactFacts(data)]}
    />
  );
}
