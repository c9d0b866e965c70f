import { ActionIcon, Button, Group, Stack, Table, Text } from '@mantine/core';
import {
  FormDialog,
  Icon,
  PendingState,
  StatusBadge,
  TextField,
  toast,
  useConfirm,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useState } from 'react';
import {
  type Carrier,
  type CarrierOption,
  createCarrierOption,
  createCarrierOptionBody,
  deleteCarrierOption,
  listCarrierOptions,
  updateCarrierOption,
} from '../../../contracts/index.ts';

/** Services of a carrier, with dialogs to add, change and remove them. */
export function CarrierOptions({ carrier }: { carrier: Carrier }) {
  const { can } = useSession();
  const confirm = useConfirm();
  const [edited, setEdited] = useState<CarrierOption | 'new' | null>(null);
  const params = { carrierID: carrier.id };
  const options = useEndpoint(listCarrierOptions, { params, query: { take: 500 } });
  const add = useEndpointMutation(createCarrierOption);
  const change = useEndpointMutation(updateCarrierOption);
  const remove = useEndpointMutation(deleteCarrierOption);
  if (!options.data) return <PendingState query={options} what="options" lines={4} />;
  const current = edited === 'new' || edited === null ? null : edited;

  const askAndRemove = async (option: CarrierOption) => {
    if (!(await confirm({ title: `Remove ${option.name}?`, confirmLabel: 'Remove option', danger: true }))) return;
    try {
      await remove.mutateAsync({ params: { ...params, carrierOptionID: option.id } });
      toast.success(`${option.name} removed`);
    } catch (error) {
      toast.error(error);
    }
  };

  return (
    <Stack gap="sm">
      {options.data.items.length === 0 ? (
        <Text c="dimmed">No options</Text>
      ) : (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th>Code</Table.Th>
              <Table.Th aria-label="Actions" />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {options.data.items.map((option) => (
              <Table.Tr key={option.id}>
                <Table.Td>
                  <Group gap="xs">
                    {option.name}
                    {option.isBuiltIn && <StatusBadge>Built in</StatusBadge>}
                  </Group>
                </Table.Td>
                <Table.Td>{option.code}</Table.Td>
                <Table.Td>
                  <Group gap={4} justify="flex-end" wrap="nowrap">
                    {can('carriers:update') && (
                      <ActionIcon variant="subtle" aria-label={`Edit ${option.name}`} onClick={() => setEdited(option)}>
                        <Icon name="edit" />
                      </ActionIcon>
                    )}
                    {can('carriers:delete') && !option.isBuiltIn && (
                      <ActionIcon
                        variant="subtle"
                        color="red"
                        aria-label={`Remove ${option.name}`}
                        onClick={() => void askAndRemove(option)}
                      >
                        <Icon name="trash" />
                      </ActionIcon>
                    )}
                  </Group>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {can('carriers:create') && (
        <Group>
          <Button variant="default" leftSection={<Icon name="plus" />} onClick={() => setEdited('new')}>
            Add option
          </Button>
        </Group>
      )}
      {edited !== null && (
        <FormDialog
          opened
          onClose={() => setEdited(null)}
          title={current ? `Edit ${current.name}` : 'New option'}
          schema={createCarrierOptionBody}
          values={{ name: current?.name ?? '', code: current?.code ?? '' }}
          onSave={async (body) => {
            if (current)
              await change.mutateAsync({
                params: { ...params, carrierOptionID: current.id },
                body: { ...body, version: current.version },
              });
            else await add.mutateAsync({ params, body });
            toast.success(`${body.name} saved`);
            setEdited(null);
          }}
        >
          <TextField name="name" label="Name" required />
          <TextField
            name="code"
            label="Code"
            required
            disabled={current?.isBuiltIn ?? false}
            description="As the carrier calls it"
          />
        </FormDialog>
      )}
    </Stack>
  );
}
