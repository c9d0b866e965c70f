import { Anchor } from '@mantine/core';
import { ApiError, TextField, useClient } from '@millwright/core/browser';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { loginUser } from '../../../core/contracts/sign-in/auth.contract.ts';
import { beginPasskeySignIn, signInByPasskey } from '../../../core/contracts/sign-in/passkey.contract.ts';
import {
  getMySecondFactor,
  type SignInChallenge,
  signInChallenge,
} from '../../../core/contracts/sign-in/second-factor.contract.ts';
import { Card, SmallForm } from '../../layout/small-form.tsx';
import { beginSession } from '../../session/api.ts';
import { returnPath, secondFactorPathFor } from '../../session/sign-in-path.ts';
import { signWithPasskey } from '../person/second-factor/browser-passkey.ts';
import { ConfirmSignIn } from '../person/second-factor/confirm-sign-in.tsx';
import { PasskeyButton } from '../person/second-factor/passkey-button.tsx';
import { RegisterLink } from './registration-mode.tsx';

export function LoginScreen() {
  const client = useClient();
  const [search] = useSearchParams();
  const wanted = search.get('return');
  const [challenge, setChallenge] = useState<SignInChallenge | null>(null);
  const enter = async (): Promise<string> => {
    beginSession();
    const next = returnPath(wanted);
    const { required, appSince, passkeys } = await client.call(getMySecondFactor, {});
    return required && !appSince && passkeys === 0 ? secondFactorPathFor(next) : next;
  };
  if (challenge) return <ConfirmSignIn challenge={challenge} onDone={enter} onBack={() => setChallenge(null)} />;
  return (
    <Card title="Sign in" text={wanted ? 'Sign in to go on where you were.' : 'Welcome back.'}>
      <PasskeyButton
        label="Sign in with a passkey"
        onUse={async () => {
          const { challenge, options } = await client.call(beginPasskeySignIn, {}, { refreshes: false });
          const body = { challenge, answer: await signWithPasskey(options) };
          await client.call(signInByPasskey, { body }, { refreshes: false });
          return enter();
        }}
      />
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
            <Anchor component={Link} to="/auth/provider">
              Sign in with your company
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
