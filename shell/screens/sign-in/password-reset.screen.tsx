import { Anchor, Text } from '@mantine/core';
import { TextField, toast, useClient } from '@millwright/core/browser';
import { Link, useSearchParams } from 'react-router';
import { passwordLength, resetPassword } from '../../../core/contracts/sign-in/auth.contract.ts';
import { Card, SmallForm } from '../../layout/small-form.tsx';

export function PasswordResetScreen() {
  const client = useClient();
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const ask = (
    <Anchor component={Link} to="/auth/password-reset-request">
      Ask for a new link
    </Anchor>
  );
  if (!token)
    return (
      <Card title="This link is not complete">
        <Text mt="md" mb="md">
          Open the whole link of the mail, or ask for a new one.
        </Text>
        {ask}
      </Card>
    );
  return (
    <Card title="Choose a new password" text="You are signed out everywhere and sign in with the new one.">
      <SmallForm
        schema={resetPassword.body!}
        values={{ token, password: '' }}
        submitLabel="Set the password"
        onSave={async (body) => {
          await client.call(resetPassword, { body }, { refreshes: false });
          toast.success('The password is set; sign in with it');
          return '/auth/login';
        }}
        below={ask}
      >
        <TextField
          name="password"
          label="New password"
          type="password"
          description={`At least ${passwordLength.min} characters; a sentence is easy to remember.`}
          required
          autoFocus
          autoComplete="new-password"
        />
      </SmallForm>
    </Card>
  );
}
