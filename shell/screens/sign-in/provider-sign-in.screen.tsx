import { Anchor, Button } from '@mantine/core';
import { ApiError, errorText, LoadingState, TextField, useClient } from '@millwright/core/browser';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { beginProviderSignIn, endProviderSignIn } from '../../../core/contracts/sign-in/identity-provider.contract.ts';
import { type SignInChallenge, signInChallenge } from '../../../core/contracts/sign-in/second-factor.contract.ts';
import { Card, SmallForm } from '../../layout/small-form.tsx';
import { beginSession } from '../../session/api.ts';
import { returnPath } from '../../session/sign-in-path.ts';
import { ConfirmSignIn } from '../person/second-factor/confirm-sign-in.tsx';

/** Storage key of the path to return to after the provider's redirect. */
const returnKey = 'millwright.sign-in.return';

/** Signs in through an account's own provider: asks for the account, and handles the provider's redirect. */
export function ProviderSignInScreen() {
  const [search] = useSearchParams();
  return search.has('state') ? <Back query={search.toString()} /> : <Ask />;
}

function Ask() {
  const client = useClient();
  const [search] = useSearchParams();
  const wanted = search.get('return');
  return (
    <Card title="Sign in with your company" text="Your company’s own sign-in page opens and brings you back here.">
      <SmallForm
        schema={beginProviderSignIn.body!}
        values={{ account: search.get('account') ?? '' }}
        submitLabel="Go on"
        onSave={async (body) => {
          const { url } = await client.call(beginProviderSignIn, { body }, { refreshes: false });
          sessionStorage.setItem(returnKey, returnPath(wanted));
          location.assign(url);
        }}
        below={
          <Anchor component={Link} to="/auth/login">
            Sign in with a password or passkey
          </Anchor>
        }
      >
        <TextField
          name="account"
          label="Short name of the account"
          description="As in its web address, such as northfield"
          required
          autoFocus
          autoComplete="organization"
        />
      </SmallForm>
    </Card>
  );
}

function Back({ query }: { query: string }) {
  const client = useClient();
  const navigate = useNavigate();
  const [challenge, setChallenge] = useState<SignInChallenge | null>(null);
  const [failure, setFailure] = useState('');
  const isSent = useRef(false);
  const enter = useCallback(async (): Promise<string> => {
    beginSession();
    const next = sessionStorage.getItem(returnKey);
    sessionStorage.removeItem(returnKey);
    return returnPath(next);
  }, []);
  useEffect(() => {
    // The provider's answer works once, and React runs effects twice in development.
    if (isSent.current) return;
    isSent.current = true;
    client
      .call(endProviderSignIn, { body: { query } }, { refreshes: false })
      .then(async () => navigate(await enter(), { replace: true }))
      .catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'second_factor_required')
          setChallenge(signInChallenge.parse(error.details));
        else setFailure(errorText(error));
      });
  }, [client, query, navigate, enter]);
  if (challenge)
    return <ConfirmSignIn challenge={challenge} onDone={enter} onBack={() => void navigate('/auth/login')} />;
  if (!failure) return <LoadingState />;
  return (
    <Card title="That did not work" text={failure}>
      <Button component={Link} to="/auth/login" mt="lg">
        Sign in another way
      </Button>
    </Card>
  );
}
