import { Anchor } from '@mantine/core';
import { ApiError, accountTab, TextField, useClient } from '@millwright/core/browser';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { loginUser } from '../../core/contracts/auth.contract.ts';
import { type SignInChallenge, signInChallenge } from '../../core/contracts/second-factor.contract.ts';
import { returnPath } from '../sign-in-path.ts';
import { Card, SmallForm } from '../small-form.tsx';
import { RegisterLink } from './registration-mode.tsx';
import { ConfirmSignIn } from './second-factor/confirm-sign-in.tsx';

export function LoginScreen() {
  const client = useClient();
  const queries = useQueryClient();
  const [search] = useSearchParams();
  const wanted = search.get('return');
  const [challenge, setChallenge] = useState<SignInChallenge | null>(null);
  const enter = (): string => {
    // Whoever was here before has left nothing for this person.
    queries.clear();
    accountTab.set(null);
    return returnPath(wanted);
  };
  if (challenge) return <ConfirmSignIn challenge={challenge} onDone={enter} onBack={() => setChallenge(null)} />;
  return (
    <Card title="Sign in" text={wanted ? 'Sign in to go on where you were.' : 'Welcome back.'}>
      <SmallForm
        schema={loginUser.body!}
        values={{ identifier: '', password: '' }}
        submitLabel="Sign in"
        onSave={async (body) => {
          try {
            await client.call(loginUser, { body }, { refreshes: false });
          } catch (error) {
            if (!(error instanceof ApiError) || error.code !== 'second_factor_required') throw error;
            setChallenge(signInChallenge.parse(error.details));
            return undefined;
          }
          return enter();
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
