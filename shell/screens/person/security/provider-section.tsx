import { Button, Group, Text } from '@mantine/core';
import {
  ErrorState,
  FormDialog,
  FormSection,
  LoadingState,
  StatusBadge,
  toast,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useState } from 'react';
import {
  getIdentityProvider,
  identityProviderRemoval,
  removeIdentityProvider,
} from '../../../../core/contracts/sign-in/identity-provider.contract.ts';
import { getMySecondFactor } from '../../../../core/contracts/sign-in/second-factor.contract.ts';
import { PasswordField } from '../second-factor/authenticator-app.tsx';
import { DomainProofs } from './domain-proofs.tsx';
import { ProviderDialog } from './provider-dialog.tsx';

/** The account's own sign-in provider. */
export function ProviderSection() {
  const { account } = useSession();
  const [opened, setOpened] = useState<'none' | 'change' | 'remove'>('none');
  const read = useEndpoint(getIdentityProvider);
  const { data } = read;
  const provider = data?.provider;
  const isAdministrator = account?.roleType === 'admin';
  const close = () => setOpened('none');
  return (
    <FormSection
      title="Single sign-on"
      description="People sign in through your own OpenID Connect provider, such as Entra ID, Okta or Keycloak"
    >
      {read.error ? (
        <ErrorState error={read.error} onRetry={() => void read.refetch()} what="sign-in provider" />
      ) : !data ? (
        <LoadingState lines={2} />
      ) : (
        <>
          {provider ? (
            <Group gap="xs">
              <Text size="sm">{provider.issuer}</Text>
              <StatusBadge tone={provider.isEnabled ? 'success' : 'neutral'}>
                {provider.isOnlyWay ? 'The only way in' : provider.isEnabled ? 'On' : 'Off'}
              </StatusBadge>
            </Group>
          ) : (
            <Text size="sm" c="dimmed">
              None: people sign in with passwords and passkeys.
            </Text>
          )}
          {provider && <DomainProofs proofs={provider.proofs} mayProve={isAdministrator} />}
          {isAdministrator ? (
            <Group>
              <Button variant="default" onClick={() => setOpened('change')}>
                {provider ? 'Change' : 'Set up'}
              </Button>
              {provider && (
                <Button variant="subtle" color="red" onClick={() => setOpened('remove')}>
                  Remove
                </Button>
              )}
            </Group>
          ) : (
            <Text size="sm" c="dimmed">
              Administrators set it, with their password.
            </Text>
          )}
          {isAdministrator && (
            <>
              <ProviderDialog
                provider={provider ?? null}
                callbackURL={data.callbackURL}
                opened={opened === 'change'}
                onClose={close}
              />
              <RemovalDialog opened={opened === 'remove'} onClose={close} />
            </>
          )}
        </>
      )}
    </FormSection>
  );
}

function RemovalDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const remove = useEndpointMutation(removeIdentityProvider);
  const hasPassword = useEndpoint(getMySecondFactor).data?.hasPassword ?? true;
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Remove the sign-in provider?"
      saveLabel="Remove"
      schema={hasPassword ? identityProviderRemoval.required() : identityProviderRemoval}
      values={hasPassword ? { password: '' } : {}}
      onSave={async (body) => {
        await remove.mutateAsync({ body });
        toast.success('The sign-in provider is removed');
      }}
    >
      <Text size="sm">
        Who came in through it is signed out, and who has no password asks for one by mail. Every administrator is
        mailed.
      </Text>
      {hasPassword && <PasswordField />}
    </FormDialog>
  );
}
