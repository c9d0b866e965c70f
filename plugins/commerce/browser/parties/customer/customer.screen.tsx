import {
  LinkText,
  noteTab,
  RecordScreen,
  recordFacts,
  Slot,
  toast,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import {
  type Customer,
  customerReferences,
  customers,
  type Exemption,
  marginRights,
  plainCustomerFields,
  visitPortal,
} from '../../../contracts/index.ts';
import { MarginPanel } from '../../billing/margin/margin-panel.tsx';
import { CustomerMoney } from '../../billing/receivable/customer-money.tsx';
import { portalVisit } from '../../portal/storefront/portal-visit.ts';
import { CustomerContactsTab } from '../contact/party-contacts.tsx';
import { contactFacts } from '../party/party-contact.tsx';
import { CustomerAddresses } from './customer-addresses.tsx';
import { CustomerChildren } from './customer-children.tsx';
import { CustomerOrders } from './customer-orders.tsx';
import { customerPanels } from './customer-panels.ts';
import { CustomerStatusBadge } from './customer-status-badge.tsx';

/** Whether a customer is exempt, with the reasons. */
function ExemptionText({ exemption, otherwise }: { exemption: Exemption; otherwise: string }) {
  return exemption.isExempt ? `Exempt (${exemption.reasons.join(', ')})` : otherwise;
}

// The excluded references are shown elsewhere: in the header, with the carrier, on a tab, or with the customer's
// groups.
const otherReferences = customerReferences.without(
  'customerTypeGroup',
  'defaultSalesRep',
  'defaultPaymentTerm',
  'defaultCarrier',
  'defaultCarrierOption',
);
const otherFields = plainCustomerFields.without(
  'status',
  'email',
  'phone',
  'url',
  'note',
  'isCommissionExempt',
  'isFreightExempt',
);

const placeOf = ({ shipToAddress, billToAddress }: Customer): string => {
  const address = shipToAddress ?? billToAddress;
  return [address?.city, address?.state].filter(Boolean).join(', ');
};

export function CustomerScreen() {
  const session = useSession();
  const visit = useEndpointMutation(visitPortal);
  return (
    <RecordScreen
      record={customers}
      status={({ status }) => <CustomerStatusBadge status={status} />}
      menu={({ id }) => [
        session.can('customer_portal:read') && {
          label: 'Look at the portal',
          icon: 'group',
          onClick: () =>
            void visit
              .mutateAsync({ body: { customerID: id } })
              .then(() => portalVisit.begin(id))
              .catch((error) => toast.error(error)),
        },
      ]}
      summary={(data) => [
        { label: 'Number', value: data.number },
        { label: 'Type', value: data.customerTypeGroup?.name },
        { label: 'Place', value: placeOf(data) },
        { label: 'Sales rep', value: data.defaultSalesRep?.name },
        { label: 'Payment', value: data.defaultPaymentTerm?.name },
      ]}
      tabs={[
        {
          id: 'orders',
          label: 'Orders',
          render: (data) => <CustomerOrders customer={data} />,
          isHidden: () => !session.can('sales_orders:read'),
        },
        { id: 'contacts', label: 'Contacts', render: (data) => <CustomerContactsTab customer={data} /> },
        { id: 'addresses', label: 'Addresses', render: (data) => <CustomerAddresses customer={data} /> },
        { id: 'children', label: 'Child accounts', render: (data) => <CustomerChildren customer={data} /> },
        noteTab('note', 'Note'),
      ]}
      facts={(data) => [
        ...contactFacts(data),
        {
          label: 'Parent',
          value: data.parent && (
            <LinkText to={`/dashboard/customers/${data.parent.id}`} size="sm">
              {data.parent.name}
            </LinkText>
          ),
        },
        { label: 'Price groups', value: data.customerPriceGroups.map(({ name }) => name).join(', ') },
        ...recordFacts(otherReferences, data),
        {
          label: 'Carrier',
          value: [data.defaultCarrier?.name, data.defaultCarrierOption?.name].filter(Boolean).join(' '),
        },
        {
          label: 'Commission',
          value: <ExemptionText exemption={data.exemptions.commission} otherwise="Earned" />,
        },
        { label: 'Freight', value: <ExemptionText exemption={data.exemptions.freight} otherwise="Charged" /> },
        ...recordFacts(otherFields, data),
      ]}
      aside={(data) => (
        <>
          {session.canAll(['invoices:read', 'transactions:read']) && <CustomerMoney customerID={data.id} />}
          {session.canAll(marginRights) && <MarginPanel title="Margin" of={{ customerIDs: [data.id] }} />}
          <Slot name={customerPanels} props={{ customer: data }} />
        </>
      )}
    />
  );
}
