import { ActionIcon, Group, Stack, Table, Text } from '@mantine/core';
import {
  Icon,
  LinkText,
  PendingState,
  RecordPicker,
  toast,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { linkChildAccount, listChildAccounts, unlinkChildAccount } from '@millwright/core/contracts';
import type { Customer } from '../../../contracts/index.ts';
import { customerSource } from '../../sources/record-sources.ts';

/** Child customers of a customer. Picking a customer links it; a button unlinks it. */
export function CustomerChildren({ customer }: { customer: Customer }) {
  const { can } = useSession();
  const children = useEndpoint(listChildAccounts, { params: { accountID: customer.id }, query: { take: 500 } });
  const link = useEndpointMutation(linkChildAccount);
  const unlink = useEndpointMutation(unlinkChildAccount);
  const mayChange = can('customers:update');
  if (!children.data) return <PendingState query={children} what="child accounts" lines={4} />;
  const params = (childAccountID: string) => ({ params: { accountID: customer.id, childAccountID } });
  const run = async (work: Promise<unknown>, done: string) => {
    try {
      await work;
      toast.success(done);
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <Stack gap="sm">
      {mayChange && (
        <RecordPicker
          label="Add a child account"
          source={customerSource}
          value={null}
          onPick={(id, option) => {
            if (id) void run(link.mutateAsync(params(id)), `${option?.label ?? 'The customer'} is now a child account`);
          }}
        />
      )}
      {children.data.items.length === 0 ? (
        <Text c="dimmed">No child accounts</Text>
      ) : (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th>Number</Table.Th>
              <Table.Th>Email</Table.Th>
              <Table.Th aria-label="Actions" />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {children.data.items.map((child) => (
              <Table.Tr key={child.id}>
                <Table.Td>
                  <LinkText to={`/dashboard/customers/${child.id}`}>{child.name}</LinkText>
                </Table.Td>
                <Table.Td>{child.number}</Table.Td>
                <Table.Td>{child.email}</Table.Td>
                <Table.Td>
                  {mayChange && (
                    <Group justify="flex-end">
                      <ActionIcon
                        variant="subtle"
                        aria-label={`Unlink ${child.name}`}
                        onClick={() => void run(unlink.mutateAsync(params(child.id)), `${child.name} unlinked`)}
                      >
                        <Icon name="close" />
                      </ActionIcon>
                    </Group>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Stack>
  );
}
