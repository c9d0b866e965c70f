import { Button, Group, Text } from '@mantine/core';
import {
  ErrorState,
  FormSection,
  LoadingState,
  StatusBadge,
  toast,
  useConfirm,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useState } from 'react';
import { getIdentityProvider, removeIdentityProvider } from '../../../core/contracts/identity-provider.contract.ts';
import { ProviderDialog } from './provider-dialog.tsx';

/** The account's own sign-in provider. */
export function ProviderSection() {
  const { can } = useSession();
  const [isOpen, setOpen] = useState(false);
  const confirm = useConfirm();
  const read = useEndpoint(getIdentityProvider);
  const remove = useEndpointMutation(removeIdentityProvider);
  const { data } = read;
  const provider = data?.provider;
  const askAndRemove = async () => {
    const isSure = await confirm({
      title: 'Remove the sign-in provider?',
      message: 'Who came in through it and has no password asks for one by mail.',
      confirmLabel: 'Remove',
      danger: true,
    });
    if (!isSure) return;
    try {
      await remove.mutateAsync({});
      toast.success('The sign-in provider is removed');
    } catch (error) {
      toast.error(error);
    }
  };
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
              <Text size="sm" c="dimmed">
                for {provider.domains.join(', ')}
              </Text>
            </Group>
          ) : (
            <Text size="sm" c="dimmed">
              None: people sign in with passwords and passkeys.
            </Text>
          )}
          {can('security:update') && (
            <Group>
              <Button variant="default" onClick={() => setOpen(true)}>
                {provider ? 'Change' : 'Set up'}
              </Button>
              {provider && can('security:delete') && (
                <Button variant="subtle" color="red" loading={remove.isPending} onClick={() => void askAndRemove()}>
                  Remove
                </Button>
              )}
            </Group>
          )}
          <ProviderDialog
            provider={provider ?? null}
            callbackURL={data.callbackURL}
            opened={isOpen}
            onClose={() => setOpen(false)}
          />
        </>
      )}
    </FormSection>
  );
}
