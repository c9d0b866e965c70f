import { Anchor } from '@mantine/core';
import { accountTab, TextField, useClient } from '@millwright/core/browser';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { loginUser } from '../../core/contracts/auth.contract.ts';
import { returnPath } from '../sign-in-path.ts';
import { Card, SmallForm } from '../small-form.tsx';
import { RegisterLink } from './registration-mode.tsx';

export function LoginScreen() {
  const client = useClient();
  const queries = useQueryClient();
  const [search] = useSearchParams();
  const wanted = search.get('return');
  return (
    <Card title="Sign in" text={wanted ? 'Sign in to go on where you were.' : 'Welcome back.'}>
      <SmallForm
        schema={loginUser.body!}
        values={{ identifier: '', password: '' }}
        submitLabel="Sign in"
        onSave={async (body) => {
          await client.call(loginUser, { body }, { refreshes: false });
          // Whoever was here before has left nothing for this person.
          queries.clear();
          accountTab.set(null);
          return returnPath(wanted);
        }}
        below={
          <>
            <Anchor component={Link} to="/auth/password-reset-request">
              Forgot the password?
            </Anchor>
            <RegisterLink />
          </>
        }
      >
        <TextField name="identifier" label="Email or username" required autoFocus autoComplete="username" />
        <TextField name="password" label="Password" type="password" required autoComplete="current-password" />
      </SmallForm>
    </Card>
  );
}
