import { Text } from '@mantine/core';
import {
  DateTimeText,
  DetailScreen,
  LinkText,
  Panel,
  StatusBadge,
  useDelete,
  useEndpointMutation,
  useRecord,
  useSession,
} from '@millwright/core/browser';
import { deleteDcLocation, getDcLocation, locationQualifierNames } from '../../contracts/index.ts';

export function DcLocationScreen() {
  const { can } = useSession();
  const { id, params, query: location } = useRecord(getDcLocation);
  const remove = useEndpointMutation(deleteDcLocation);
  const askAndDelete = useDelete('DC location', '/dashboard/dc-locations');
  return (
    <DetailScreen
      query={location}
      what="DC location"
      list={{ name: 'dc-locations', href: '/dashboard/dc-locations', label: 'DC locations' }}
      record={{ type: 'dc_location', id }}
      title={({ name }) => name}
      status={({ isActive }) => (isActive ? undefined : <StatusBadge tone="warning">Inactive</StatusBadge>)}
      editHref={({ id }) => (can('dc_locations:update') ? `/dashboard/dc-locations/${id}/edit` : undefined)}
      menu={({ name }) => [
        can('dc_locations:delete') && {
          label: 'Delete',
          icon: 'trash',
          danger: true,
          onClick: () => void askAndDelete(name, () => remove.mutateAsync({ params })),
        },
      ]}
      summary={({ code, qualifier, customer }) => [
        { label: 'Code', value: code },
        { label: 'Qualifier', value: locationQualifierNames[qualifier] },
        {
          label: 'Customer',
          value: <LinkText to={`/dashboard/customers/${customer.id}`}>{customer.name}</LinkText>,
        },
      ]}
      facts={({ receivingHours, createdAt, updatedAt }) => [
        { label: 'Receiving hours', value: receivingHours },
        { label: 'Created', value: <DateTimeText value={createdAt} /> },
        { label: 'Changed', value: <DateTimeText value={updatedAt} relative /> },
      ]}
    >
      {({ line1, line2, city, state, postalCode, country, notes }) => (
        <Panel title="Address">
          {[line1, line2, [city, state, postalCode].filter(Boolean).join(' '), country].filter(Boolean).map((line) => (
            <Text key={line} size="sm">
              {line}
            </Text>
          ))}
          {notes && (
            <Text size="sm" mt="sm" c="dimmed">
              {notes}
            </Text>
          )}
        </Panel>
      )}
    </DetailScreen>
  );
}
