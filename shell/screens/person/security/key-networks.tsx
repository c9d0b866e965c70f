import { Group, Table, Text } from '@mantine/core';
import {
  CardTable,
  DateTimeText,
  ErrorState,
  FormSection,
  LinkButton,
  LoadingState,
  useEndpoint,
} from '@millwright/core/browser';
import { listApiKeys } from '../../../../core/contracts/sign-in/api-key.contract.ts';

const shown = 10;

/** API keys with the networks they are used from; the last used first. */
export function KeyNetworks() {
  const query = { status: 'active', sortBy: 'lastUsedAt', sortOrder: 'desc', take: shown } as const;
  const keys = useEndpoint(listApiKeys, { query });
  const { data } = keys;
  return (
    <FormSection
      title="API keys"
      description={data && data.count > shown ? `The ${shown} used last of ${data.count}` : 'Programs of the account'}
    >
      {keys.error ? (
        <ErrorState error={keys.error} onRetry={() => void keys.refetch()} what="API keys" />
      ) : !data ? (
        <LoadingState lines={3} />
      ) : data.count === 0 ? (
        <Text size="sm" c="dimmed">
          No program has a key.
        </Text>
      ) : (
        <CardTable minWidth={420}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Key</Table.Th>
              <Table.Th>Networks</Table.Th>
              <Table.Th>Last used</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.items.map((key) => (
              <Table.Tr key={key.id}>
                <Table.Td>{key.name}</Table.Td>
                <Table.Td data-label="Networks">{key.networks.join(', ') || 'Everywhere'}</Table.Td>
                <Table.Td data-label="Last used">
                  {key.lastUsedAt ? <DateTimeText value={key.lastUsedAt} relative /> : 'Never'}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </CardTable>
      )}
      <Group>
        <LinkButton to="/dashboard/account/api-keys" variant="default">
          All API keys
        </LinkButton>
      </Group>
    </FormSection>
  );
}
