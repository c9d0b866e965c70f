import { Button, Group, Stack } from '@mantine/core';
import { DateTimeText, PendingState, useClient, useEndpoint } from '@millwright/core/browser';
import { useQueryClient } from '@tanstack/react-query';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import {
  beginSessionConfirmation,
  confirmMySessionByPasskey,
} from '../../../../core/contracts/sign-in/passkey.contract.ts';
import { confirmMySession, getMySecondFactor } from '../../../../core/contracts/sign-in/second-factor.contract.ts';
import { Card, SmallForm } from '../../../layout/small-form.tsx';
import { endSession } from '../../../session/api.ts';
import { returnPath } from '../../../session/sign-in-path.ts';
import { CodeField } from './authenticator-app.tsx';
import { signWithPasskey } from './browser-passkey.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';

/** The page for people who need a second factor for an account, or have not yet confirmed this sign-in with it. */
export function EnrolmentScreen() {
  const [search] = useSearchParams();
  const next = returnPath(search.get('return'));
  const navigate = useNavigate();
  const client = useClient();
  const queries = useQueryClient();
  const factor = useEndpoint(getMySecondFactor);
  const { data } = factor;
  const leave = async () => {
    await endSession();
    await navigate('/auth/login');
  };
  if (factor.error?.code === 'provider_person_of_others')
    return (
      <Card title="Sign in yourself" text={`${factor.error.message}: a second factor is yours, not your company’s.`}>
        <Button mt="lg" onClick={leave}>
          Sign in another way
        </Button>
      </Card>
    );
  if (!data) return <PendingState query={factor} what="second factor" />;
  const goOn = () => {
    // Calls that the account refused before have to be repeated.
    queries.clear();
    void navigate(next);
  };
  const isSetUp = data.appSince !== null || data.passkeys > 0;
  if (isSetUp && !data.isConfirmed)
    return (
      <Card title="Confirm that it is you" text="This sign-in began before your second factor was set up.">
        {data.passkeys > 0 && (
          <PasskeyButton
            label="Use your passkey"
            onUse={async () => {
              const { challenge, options } = await client.call(beginSessionConfirmation, {});
              const body = { challenge, answer: await signWithPasskey(options) };
              await client.call(confirmMySessionByPasskey, { body });
              queries.clear();
              return next;
            }}
          />
        )}
        <SmallForm
          schema={confirmMySession.body!}
          values={{ code: '' }}
          submitLabel="Go on"
          onSave={async (body) => {
            await client.call(confirmMySession, { body });
            queries.clear();
            return next;
          }}
          below={
            <Button variant="subtle" size="compact-sm" onClick={leave}>
              Sign out
            </Button>
          }
        >
          <CodeField />
        </SmallForm>
      </Card>
    );
  if (!data.required && !isSetUp) return <Navigate to={next} replace />;
  const isLate = data.required && new Date(data.required.until) <= new Date();
  return (
    <Card
      title={isSetUp ? 'You have a second factor' : 'Set up a second factor'}
      text={
        isSetUp ? (
          'From now on it confirms your sign-ins.'
        ) : (
          <>
            {data.required?.account} requires one beside your password.
            {data.required && !isLate && (
              <>
                {' '}
                You have until <DateTimeText value={data.required.until} />.
              </>
            )}
          </>
        )
      }
    >
      <Stack mt="lg">
        <PasskeysSection />
        <SecondFactorSection />
        <Group>
          {(isSetUp || !isLate) && <Button onClick={goOn}>{isSetUp ? 'Go on' : 'Later'}</Button>}
          <Button variant="subtle" onClick={leave}>
            Sign out
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
