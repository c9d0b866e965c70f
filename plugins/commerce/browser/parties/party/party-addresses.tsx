import { ActionIcon, Badge, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import {
  AddressFields,
  addressLines,
  addressValues,
  emptyAddress,
  FormDialog,
  Icon,
  Panel,
  regionOf,
  toast,
  useConfirm,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { type Address, addressInput, createAddress, deleteAddress, updateAddress } from '@millwright/core/contracts';
import { useState } from 'react';
import { z } from 'zod';

/** `AddressFields` looks for its fields below one name. */
const schema = z.strictObject({ address: addressInput });

/** Addresses of a customer or supplier, with dialogs to add, change and remove them. */
export function PartyAddresses(props: {
  /** Id of the customer or supplier. */
  id: string;
  addresses: readonly Address[];
  /** Uses of an address: 'Bill to'. An address in use cannot be removed. */
  uses(address: Address): readonly string[];
  mayChange: boolean;
}) {
  const { id: accountID, addresses, uses, mayChange } = props;
  const { account } = useSession();
  const confirm = useConfirm();
  const [edited, setEdited] = useState<Address | 'new' | null>(null);
  const add = useEndpointMutation(createAddress);
  const change = useEndpointMutation(updateAddress);
  const remove = useEndpointMutation(deleteAddress);
  const current = edited === 'new' || edited === null ? null : edited;

  const askAndRemove = async (address: Address) => {
    if (!(await confirm({ title: `Remove ${address.name}?`, confirmLabel: 'Remove address', danger: true }))) return;
    try {
      await remove.mutateAsync({ params: { accountID, addressID: address.id } });
      toast.success(`${address.name} removed`);
    } catch (error) {
      toast.error(error);
    }
  };

  return (
    <Stack gap="sm">
      {addresses.length === 0 && <Text c="dimmed">No addresses yet</Text>}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {addresses.map((address) => {
          const roles = uses(address);
          return (
            <Panel key={address.id} title={address.name}>
              <Group justify="space-between" align="flex-start" wrap="nowrap">
                <Stack gap={0}>
                  {addressLines(address).map((line) => (
                    <Text key={line} size="sm">
                      {line}
                    </Text>
                  ))}
                  <Group gap="xs" mt="xs">
                    {[...roles, ...(address.isDropShip ? ['Drop ship'] : [])].map((role) => (
                      <Badge key={role} variant="light">
                        {role}
                      </Badge>
                    ))}
                  </Group>
                </Stack>
                {mayChange && (
                  <Group gap={4} wrap="nowrap">
                    <ActionIcon variant="subtle" aria-label={`Edit ${address.name}`} onClick={() => setEdited(address)}>
                      <Icon name="edit" />
                    </ActionIcon>
                    {roles.length === 0 && (
                      <ActionIcon
                        variant="subtle"
                        color="red"
                        aria-label={`Remove ${address.name}`}
                        onClick={() => void askAndRemove(address)}
                      >
                        <Icon name="trash" />
                      </ActionIcon>
                    )}
                  </Group>
                )}
              </Group>
            </Panel>
          );
        })}
      </SimpleGrid>
      {mayChange && (
        <Group>
          <Button variant="default" leftSection={<Icon name="plus" />} onClick={() => setEdited('new')}>
            Add address
          </Button>
        </Group>
      )}
      {edited !== null && (
        <FormDialog
          opened
          onClose={() => setEdited(null)}
          title={current ? `Edit ${current.name}` : 'New address'}
          schema={schema}
          values={{ address: addressValues(current) ?? emptyAddress(regionOf(account?.locale)) }}
          onSave={async ({ address: body }) => {
            if (current) await change.mutateAsync({ params: { accountID, addressID: current.id }, body });
            else await add.mutateAsync({ params: { accountID }, body });
            toast.success(`${body.name} saved`);
            setEdited(null);
          }}
        >
          <AddressFields name="address" />
        </FormDialog>
      )}
    </Stack>
  );
}
