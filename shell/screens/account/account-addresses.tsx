import { ActionIcon, Badge, Button, Group, Pagination, Stack, Text } from '@mantine/core';
import {
  AddressFields,
  addressLines,
  addressValues,
  emptyAddress,
  FormDialog,
  FormSection,
  Icon,
  PendingState,
  regionOf,
  toast,
  useConfirm,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useState } from 'react';
import { z } from 'zod';
import {
  createAddress,
  deleteAddress,
  listAddresses,
  type PartyAddressView,
  updateAddress,
} from '../../../core/contracts/accounts/party-address.contract.ts';
import { addressInput } from '../../../core/contracts/texts/address.ts';
import classes from './account-addresses.module.css';

const perPage = 20;

/** The fields of the dialog are below one name, as `AddressFields` expects. */
const schema = z.strictObject({ address: addressInput });

/**
 * The account's own addresses, for shipping from and to. Each is saved by its dialog, independently of the surrounding
 * form.
 */
export function AccountAddresses({ accountID, locale }: { accountID: string; locale: string }) {
  const { can } = useSession();
  const [page, setPage] = useState(1);
  const [edited, setEdited] = useState<PartyAddressView | 'new' | null>(null);
  const addresses = useEndpoint(
    listAddresses,
    { params: { accountID }, query: { sortBy: 'name', sortOrder: 'asc', skip: (page - 1) * perPage, take: perPage } },
    { keepPrevious: true },
  );
  const confirm = useConfirm();
  const remove = useEndpointMutation(deleteAddress);
  // Adding and deleting addresses change the account, so they require the permission to update it.
  const canChange = can('account:update');

  const askAndDelete = async ({ id, name }: PartyAddressView) => {
    if (!(await confirm({ title: `Delete ${name}?`, confirmLabel: 'Delete address', danger: true }))) return;
    try {
      await remove.mutateAsync({ params: { accountID, addressID: id } });
      toast.success(`${name} deleted`);
      if (addresses.data?.items.length === 1 && page > 1) setPage(page - 1);
    } catch (error) {
      toast.error(error);
    }
  };

  const { data } = addresses;
  const pages = Math.ceil((data?.count ?? 0) / perPage);
  return (
    <FormSection title="Addresses" description="Places of your own, to choose from on orders; each is saved at once">
      {!data && <PendingState query={addresses} what="addresses" />}
      {data?.items.length === 0 && (
        <Text size="sm" c="dimmed">
          No addresses yet
        </Text>
      )}
      {data && data.items.length > 0 && (
        <ul className={classes['list']}>
          {data.items.map((address) => (
            <li key={address.id} className={classes['item']}>
              <Stack gap={0} className={classes['text'] ?? ''}>
                <Group gap="xs">
                  <Text size="sm" fw={600}>
                    {address.name}
                  </Text>
                  {address.isDropShip && <Badge variant="default">Drop ship</Badge>}
                </Group>
                <Text size="sm" c="dimmed">
                  {addressLines(address).join(', ')}
                </Text>
                {(address.phone || address.email) && (
                  <Text size="sm" c="dimmed">
                    {[address.phone, address.email].filter(Boolean).join(', ')}
                  </Text>
                )}
              </Stack>
              {canChange && (
                <Group gap={4} wrap="nowrap">
                  <ActionIcon aria-label={`Edit ${address.name}`} onClick={() => setEdited(address)}>
                    <Icon name="edit" />
                  </ActionIcon>
                  <ActionIcon aria-label={`Delete ${address.name}`} onClick={() => void askAndDelete(address)}>
                    <Icon name="trash" />
                  </ActionIcon>
                </Group>
              )}
            </li>
          ))}
        </ul>
      )}
      <Group justify="space-between">
        {canChange && (
          <Button variant="default" leftSection={<Icon name="plus" />} onClick={() => setEdited('new')}>
            Add address
          </Button>
        )}
        {pages > 1 && (
          <Pagination
            size="sm"
            total={pages}
            value={page}
            onChange={setPage}
            getControlProps={(control) => ({ 'aria-label': `${control} page of addresses` })}
            getItemProps={(number) => ({ 'aria-label': `Page ${number} of addresses` })}
          />
        )}
      </Group>
      <AddressDialog accountID={accountID} locale={locale} edited={edited} onClose={() => setEdited(null)} />
    </FormSection>
  );
}

function AddressDialog(props: {
  accountID: string;
  locale: string;
  edited: PartyAddressView | 'new' | null;
  onClose(): void;
}) {
  const { accountID, locale, edited, onClose } = props;
  const add = useEndpointMutation(createAddress);
  const change = useEndpointMutation(updateAddress);
  const current = edited === 'new' ? null : edited;
  return (
    <FormDialog
      opened={edited !== null}
      onClose={onClose}
      title={current ? `Edit ${current.name}` : 'New address'}
      saveLabel="Save address"
      schema={schema}
      values={{ address: addressValues(current) ?? emptyAddress(regionOf(locale)) }}
      onSave={async ({ address }) => {
        if (current)
          await change.mutateAsync({
            params: { accountID, addressID: current.id },
            body: { ...address, version: current.version },
          });
        else await add.mutateAsync({ params: { accountID }, body: address });
        toast.success(`${address.name} saved`);
      }}
    >
      <AddressFields name="address" />
    </FormDialog>
  );
}
