import {
  DateTimeText,
  DetailScreen,
  LinkText,
  recordFacts,
  Slot,
  toast,
  useDelete,
  useEndpointMutation,
  useRecord,
  useSession,
} from '@millwright/core/browser';
import {
  type Customer,
  customerReferences,
  deleteCustomer,
  type Exemption,
  getCustomer,
  marginRights,
  plainCustomerFields,
  visitPortal,
} from '../../../contracts/index.ts';
import { MarginPanel } from '../../billing/margin/margin-panel.tsx';
import { CustomerMoney } from '../../billing/receivable/customer-money.tsx';
import { portalVisit } from '../../portal/storefront/portal-visit.ts';
import { contactFacts, PartyNote } from '../party/party-contact.tsx';
import { CustomerAddresses } from './customer-addresses.tsx';
import { CustomerChildren } from './customer-children.tsx';
import { CustomerOrders } from './customer-orders.tsx';
import { customerPanels } from './customer-panels.ts';
import { CustomerStatusBadge } from './customer-status-badge.tsx';

/** Whether somebody is exempt, with what makes it so. */
function ExemptionText({ exemption, otherwise }: { exemption: Exemption; otherwise: string }) {
  return exemption.isExempt ? `Exempt (${exemption.reasons.join(', ')})` : otherwise;
}

// The others are in the head, with the carrier, on a tab, or with those of its groups.
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
  const { id, params, query: customer } = useRecord(getCustomer);
  const visit = useEndpointMutation(visitPortal);
  const remove = useEndpointMutation(deleteCustomer);
  const askAndDelete = useDelete('customer', '/dashboard/customers');
  return (
    <DetailScreen
      query={customer}
      what="customer"
      list={{ name: 'customers', href: '/dashboard/customers', label: 'customers' }}
      record={{ type: 'customer', id }}
      title={({ name }) => name}
      status={({ status }) => <CustomerStatusBadge status={status} />}
      editHref={({ id }) => (session.can('customers:update') ? `/dashboard/customers/${id}/edit` : undefined)}
      menu={({ id, name }) => [
        session.can('customer_portal:read') && {
          label: 'Look at the portal',
          icon: 'group',
          onClick: () =>
            void visit
              .mutateAsync({ body: { customerID: id } })
              .then(() => portalVisit.begin(id))
              .catch((error) => toast.error(error)),
        },
        session.can('customers:delete') && {
          label: 'Delete',
          icon: 'trash',
          danger: true,
          onClick: () => void askAndDelete(name, () => remove.mutateAsync({ params })),
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
        { id: 'addresses', label: 'Addresses', render: (data) => <CustomerAddresses customer={data} /> },
        { id: 'children', label: 'Child accounts', render: (data) => <CustomerChildren customer={data} /> },
        { id: 'note', label: 'Note', render: ({ note }) => <PartyNote note={note} /> },
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
        { label: 'Created', value: <DateTimeText value={data.createdAt} /> },
        { label: 'Changed', value: <DateTimeText value={data.updatedAt} relative /> },
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
