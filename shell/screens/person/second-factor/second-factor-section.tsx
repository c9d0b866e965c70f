import { Button, Text } from '@mantine/core';
import {
  FormDialog,
  FormSection,
  Icon,
  PendingState,
  StatusBadge,
  toast,
  useEndpoint,
  useEndpointMutation,
} from '@millwright/core/browser';
import { useState } from 'react';
import {
  beginProviderLink,
  removeProviderLink,
} from '../../../../core/contracts/sign-in/identity-provider.contract.ts';
import { getMySecondFactor } from '../../../../core/contracts/sign-in/second-factor.contract.ts';
import classes from '../profile/rows.module.css';
import { AuthenticatorAppRow, PasswordField } from './authenticator-app.tsx';

/** Sign-in methods of the person besides the password. */
export function SecondFactorSection() {
  const factor = useEndpoint(getMySecondFactor);
  return (
    <FormSection title="Second factor" description="Who has your password alone does not come in">
      {factor.data ? (
        <>
          <AuthenticatorAppRow factor={factor.data} />
          {factor.data.provider && <ProviderRow {...factor.data.provider} hasPassword={factor.data.hasPassword} />}
        </>
      ) : (
        <PendingState query={factor} what="second factor" lines={2} />
      )}
    </FormSection>
  );
}

/** Single sign-on of the current account, which the person can link or unlink. */
function ProviderRow(props: { account: string; isLinked: boolean; hasPassword: boolean }) {
  const { account, isLinked, hasPassword } = props;
  const [opened, setOpened] = useState<'none' | 'link' | 'unlink'>('none');
  const begin = useEndpointMutation(beginProviderLink);
  const remove = useEndpointMutation(removeProviderLink);
  // People without a password have to have signed in recently; the server refuses otherwise.
  const proof = removeProviderLink.body!.omit({ account: true });
  const schema = hasPassword ? proof.required() : proof;
  const values = hasPassword ? { password: '' } : {};
  const close = () => setOpened('none');
  return (
    <div className={classes['row']}>
      <Icon name="building" />
      <span className={classes['what']}>
        <span className={classes['title']}>
          Single sign-on of {account}
          {isLinked && <StatusBadge tone="success">Linked</StatusBadge>}
        </span>
        <span className={classes['detail']}>Linked, it signs you in to this account</span>
      </span>
      {isLinked ? (
        <Button variant="default" size="compact-sm" onClick={() => setOpened('unlink')}>
          Unlink it
        </Button>
      ) : (
        <Button variant="default" size="compact-sm" onClick={() => setOpened('link')}>
          Link it
        </Button>
      )}
      <FormDialog
        opened={opened === 'link'}
        onClose={close}
        title={`Link the single sign-on of ${account}`}
        saveLabel="Go on"
        schema={schema}
        values={values}
        onSave={async (body) => {
          const { url } = await begin.mutateAsync({ body: { account, ...body } });
          location.assign(url);
        }}
      >
        {hasPassword && <PasswordField />}
        <Text size="sm" c="dimmed">
          Your company’s sign-in page opens. It has to name your own email, and signs you in to {account} until you
          choose a new password.
        </Text>
      </FormDialog>
      <FormDialog
        opened={opened === 'unlink'}
        onClose={close}
        title={`Unlink the single sign-on of ${account}`}
        saveLabel="Unlink"
        schema={schema}
        values={values}
        onSave={async (body) => {
          await remove.mutateAsync({ body: { account, ...body } });
          toast.success('The single sign-on is unlinked');
        }}
      >
        {hasPassword && <PasswordField />}
        <Text size="sm" c="dimmed">
          It stops signing you in; your password and passkeys stay.
        </Text>
      </FormDialog>
    </div>
  );
}
