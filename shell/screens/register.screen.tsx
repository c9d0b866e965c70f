import { Anchor } from '@mantine/core';
import { accountTab, TextField, useClient } from '@millwright/core/browser';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { passwordLength, registerUser } from '../../core/contracts/auth.contract.ts';
import { Card, SmallForm } from '../small-form.tsx';
import { WhereOpen } from './registration-mode.tsx';

export const RegisterScreen = () => (
  <WhereOpen>
    <RegisterForm />
  </WhereOpen>
);

function RegisterForm() {
  const client = useClient();
  const queries = useQueryClient();
  return (
    <Card title="Create an account" text="Your business gets an account of its own; invite your team afterwards.">
      <SmallForm
        schema={registerUser.body!}
        values={{ name: '', email: '', password: '' }}
        submitLabel="Create the account"
        onSave={async (body) => {
          await client.call(registerUser, { body }, { refreshes: false });
          queries.clear();
          accountTab.set(null);
          return '/auth/verify-code';
        }}
        below={
          <span>
            Have one already?{' '}
            <Anchor component={Link} to="/auth/login">
              Sign in
            </Anchor>
          </span>
        }
      >
        <TextField name="name" label="Your name" required autoFocus autoComplete="name" />
        <TextField name="accountName" label="Company" autoComplete="organization" />
        <TextField name="email" label="Email" type="email" required autoComplete="email" />
        <TextField
          name="password"
          label="Password"
          type="password"
          description={`At least ${passwordLength.min} characters; a sentence is easy to remember.`}
          required
          autoComplete="new-password"
        />
      </SmallForm>
    </Card>
  );
}
