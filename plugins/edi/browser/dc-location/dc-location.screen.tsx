import { Text } from '@mantine/core';
import { LinkText, Panel, RecordScreen, StatusBadge } from '@millwright/core/browser';
import { dcLocations, locationQualifierNames } from '../../contracts/index.ts';

export function DcLocationScreen() {
  return (
    <RecordScreen
      record={dcLocations}
      status={({ isActive }) => (isActive ? undefined : <StatusBadge tone="warning">Inactive</StatusBadge>)}
      summary={({ code, qualifier, customer }) => [
        { label: 'Code', value: code },
        { label: 'Qualifier', value: locationQualifierNames[qualifier] },
        {
          label: 'Customer',
          value: <LinkText to={`/dashboard/customers/${customer.id}`}>{customer.name}</LinkText>,
        },
      ]}
      facts={({ receivingHours }) => [{ label: 'Receiving hours', value: receivingHours }]}
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
    </RecordScreen>
  );
}
