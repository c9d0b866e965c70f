import { hidden, LinkText, ListScreen } from '@millwright/core/browser';
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
        { id: 'name', header: 'Company' },
        { id: 'contactName', header: 'Person' },
        'email',
        ...hidden('phone'),
        { id: 'status', cell: (request) => <RegistrationStatusBadge status={request.status} />, width: 110 },
        {
          id: 'customer',
          cell: ({ customer }) =>
            customer && <LinkText to={`/dashboard/customers/${customer.id}`}>{customer.number}</LinkText>,
          width: 110,
        },
        ...hidden({ id: 'decidedBy', width: 140 }),
        { id: 'provenAt', header: 'Registered', instant: 'exact' },
      ]}
      filters={[{ name: 'status', options: registrationStatusOptions }, 'isExistingCustomer']}
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
