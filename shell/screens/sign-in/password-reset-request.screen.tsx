import { Anchor, Text } from '@mantine/core';
import { TextField, useClient } from '@millwright/core/browser';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { requestPasswordReset } from '../../../core/contracts/sign-in/auth.contract.ts';
import { Card, SmallForm } from '../../layout/small-form.tsx';

export function PasswordResetRequestScreen() {
  const client = useClient();
  const [search] = useSearchParams();
  const [sentTo, setSentTo] = useState<string>();
  const accountSlug = search.get('account') ?? undefined;
  const back = (
    <Anchor component={Link} to="/auth/login">
      Back to sign in
    </Anchor>
  );
  if (sentTo)
    return (
      <Card title="Look into your mail">
        <Text mt="md" mb="md" role="status">
          If there is a sign-in for {sentTo}, a link to choose a new password is on its way. It works once, for 30
          minutes.
        </Text>
        {back}
      </Card>
    );
  return (
    <Card title="Forgot the password?" text="We mail you a link to choose a new one.">
      <SmallForm
        schema={requestPasswordReset.body!}
        values={{ identifier: '', ...(accountSlug ? { accountSlug } : {}) }}
        submitLabel="Mail me a link"
        onSave={async (body) => {
          await client.call(requestPasswordReset, { body }, { refreshes: false });
          setSentTo(body.identifier);
        }}
        below={back}
      >
        <TextField name="identifier" label="Email or username" required autoFocus autoComplete="username" />
      </SmallForm>
    </Card>
  );
}
