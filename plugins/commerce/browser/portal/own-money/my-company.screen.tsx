import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import {
  AddressFields,
  addressLines,
  addressValues,
  EmptyState,
  ErrorState,
  emptyAddress,
  FormDialog,
  LoadingState,
  Panel,
  regionOf,
  StatusBadge,
  TextField,
  toast,
  useConfirm,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { addressInput, memberStates, type PartyAddressView } from '@millwright/core/contracts';
import { useState } from 'react';
import { z } from 'zod';
import {
  changeOwnPerson,
  createOwnAddress,
  deleteOwnAddress,
  inviteOwnPerson,
  listOwnAddresses,
  listOwnPeople,
  type OwnPerson,
  updateOwnAddress,
} from '../../../contracts/index.ts';
import { PortalFrame } from '../storefront/portal-frame.tsx';
import { OwnNotifications } from './own-notifications.tsx';

interface Props {
  asCustomer: { asCustomerID?: string };
  canChange: boolean;
}

/** Addresses, people and mail settings of a portal customer. */
export function MyCompanyScreen() {
  return (
    <PortalFrame title="Addresses and people">
      {({ profile, asCustomer }) => (
        <Stack gap="xl">
          <Addresses asCustomer={asCustomer} canChange={!profile.isVisit} />
          <People asCustomer={asCustomer} canChange={!profile.isVisit} />
          {!profile.isVisit && <OwnNotifications />}
        </Stack>
      )}
    </PortalFrame>
  );
}

const heldAddress = z.object({ address: addressInput });

function Addresses({ asCustomer, canChange }: Props) {
  const { account } = useSession();
  const confirm = useConfirm();
  const addresses = useEndpoint(listOwnAddresses, { query: { ...asCustomer, take: 200 } });
  const [edited, setEdited] = useState<PartyAddressView | 'new' | null>(null);
  const create = useEndpointMutation(createOwnAddress);
  const update = useEndpointMutation(updateOwnAddress);
  const remove = useEndpointMutation(deleteOwnAddress);
  if (addresses.error)
    return <ErrorState error={addresses.error} onRetry={() => void addresses.refetch()} what="addresses" />;
  if (!addresses.data) return <LoadingState lines={3} />;
  const askAndRemove = async ({ id, name }: PartyAddressView) => {
    if (!(await confirm({ title: `Delete ${name}?`, message: 'Orders keep what they have.', confirmLabel: 'Delete' })))
      return;
    await remove.mutateAsync({ params: { addressID: id } }).catch((error) => toast.error(error));
  };
  return (
    <section aria-labelledby="addresses">
      <Group justify="space-between" mb="sm">
        <Text component="h2" id="addresses" fw={600}>
          Addresses
        </Text>
        {canChange && <Button onClick={() => setEdited('new')}>New address</Button>}
      </Group>
      {!addresses.data.items.length && <EmptyState title="No addresses yet" icon="building" />}
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {addresses.data.items.map((address) => (
          <Panel key={address.id} title={address.name}>
            {addressLines(address).map((line) => (
              <div key={line}>{line}</div>
            ))}
            {canChange && (
              <Group mt="sm" gap="xs">
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => setEdited(address)}
                  aria-label={`Edit ${address.name}`}
                >
                  Edit
                </Button>
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => void askAndRemove(address)}
                  aria-label={`Delete ${address.name}`}
                >
                  Delete
                </Button>
              </Group>
            )}
          </Panel>
        ))}
      </SimpleGrid>
      {edited && (
        <FormDialog
          opened
          onClose={() => setEdited(null)}
          title={edited === 'new' ? 'New address' : edited.name}
          schema={heldAddress}
          values={{
            address: (edited === 'new' ? null : addressValues(edited)) ?? emptyAddress(regionOf(account?.locale)),
          }}
          onSave={async ({ address }) => {
            if (edited === 'new') await create.mutateAsync({ body: address });
            else
              await update.mutateAsync({
                params: { addressID: edited.id },
                body: { ...address, version: edited.version },
              });
            toast.success(`${address.name} saved`);
            setEdited(null);
          }}
        >
          <AddressFields name="address" />
        </FormDialog>
      )}
    </section>
  );
}

function People({ asCustomer, canChange }: Props) {
  const people = useEndpoint(listOwnPeople, { query: asCustomer });
  const [isInviting, setInviting] = useState(false);
  const invite = useEndpointMutation(inviteOwnPerson);
  const change = useEndpointMutation(changeOwnPerson);
  if (people.error) return <ErrorState error={people.error} onRetry={() => void people.refetch()} what="people" />;
  if (!people.data) return <LoadingState lines={3} />;
  const set = (person: OwnPerson, body: { status?: 'active' | 'deactivated'; invite?: boolean }) =>
    change
      .mutateAsync({ params: { personID: person.id }, body: { ...body, version: person.version } })
      .then(() => toast.success(body.invite ? `${person.name} gets a new mail` : `${person.name} saved`))
      .catch((error) => toast.error(error));
  return (
    <section aria-labelledby="people">
      <Group justify="space-between" mb="sm">
        <Text component="h2" id="people" fw={600}>
          People
        </Text>
        {canChange && <Button onClick={() => setInviting(true)}>Invite a colleague</Button>}
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {people.data.items.map((person) => (
          <Panel key={person.id} title={person.name}>
            <Text size="sm">{person.email}</Text>
            <Group mt="sm" gap="xs">
              <StatusBadge tone={memberStates.tones[person.status]}>
                {person.isSelf ? 'You' : memberStates.names[person.status]}
              </StatusBadge>
              {canChange && !person.isSelf && (
                <>
                  {memberStates.is.waiting(person.status) && (
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`Invite ${person.name} again`}
                      onClick={() => void set(person, { invite: true })}
                    >
                      Invite again
                    </Button>
                  )}
                  {memberStates.is.deactivated(person.status) ? (
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`Let ${person.name} in`}
                      onClick={() => void set(person, { status: 'active' })}
                    >
                      Let in
                    </Button>
                  ) : (
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`Keep ${person.name} out`}
                      onClick={() => void set(person, { status: 'deactivated' })}
                    >
                      Keep out
                    </Button>
                  )}
                </>
              )}
            </Group>
          </Panel>
        ))}
      </SimpleGrid>
      {isInviting && (
        <FormDialog
          opened
          onClose={() => setInviting(false)}
          title="Invite a colleague"
          schema={inviteOwnPerson.body!}
          values={{ name: '', email: '' }}
          saveLabel="Invite"
          onSave={async (body) => {
            await invite.mutateAsync({ body });
            toast.success(`${body.name} was invited`);
            setInviting(false);
          }}
        >
          <TextField name="name" label="Name" required autoFocus />
          <TextField name="email" label="Email" type="email" required />
        </FormDialog>
      )}
    </section>
  );
}
