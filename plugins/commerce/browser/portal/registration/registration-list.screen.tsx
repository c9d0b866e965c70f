import { DateTimeText, LinkText, ListScreen } from '@millwright/core/browser';
import { listRegistrationRequests } from '../../../contracts/index.ts';
import { RegistrationStatusBadge, registrationStatusOptions } from './registration-status.tsx';

export function RegistrationListScreen() {
  return (
    <ListScreen
      name="registrations"
      title="Registrations"
      endpoint={listRegistrationRequests}
      searchPlaceholder="Company, person, email"
      columns={[
        { id: 'name', header: 'Company', cell: (request) => request.name, sortable: true },
        { id: 'contactName', header: 'Person', cell: (request) => request.contactName },
        { id: 'email', header: 'Email', cell: (request) => request.email, sortable: true },
        { id: 'phone', header: 'Phone', cell: (request) => request.phone, defaultHidden: true },
        {
          id: 'status',
          header: 'Status',
          csv: 'status.name',
          cell: (request) => <RegistrationStatusBadge status={request.status} />,
          width: 110,
        },
        {
          id: 'customer',
          header: 'Customer',
          cell: ({ customer }) =>
            customer && <LinkText to={`/dashboard/customers/${customer.id}`}>{customer.number}</LinkText>,
          width: 110,
        },
        {
          id: 'decidedBy',
          header: 'Decided by',
          cell: (request) => request.decidedBy,
          width: 140,
          defaultHidden: true,
        },
        {
          id: 'provenAt',
          header: 'Registered',
          cell: (request) => <DateTimeText value={request.provenAt} />,
          sortable: true,
          width: 160,
        },
      ]}
      filters={[
        { kind: 'multi', name: 'status', label: 'Status', options: registrationStatusOptions },
        { kind: 'boolean', name: 'isExistingCustomer', label: 'Existing customer', yes: 'Yes', no: 'No' },
      ]}
      views={[{ id: 'waiting', name: 'Waiting', query: 'status=waiting' }]}
      defaultSort={{ by: 'provenAt', order: 'desc' }}
      rowHref={(request) => `/dashboard/registrations/${request.id}`}
      rowLabel={(request) => request.name}
      empty={{
        title: 'No registrations yet',
        text: 'Who registers as a customer and proves their email address waits here for your decision.',
        icon: 'user',
      }}
    />
  );
}
