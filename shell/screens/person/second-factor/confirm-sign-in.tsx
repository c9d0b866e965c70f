import { Button } from '@mantine/core';
import { useClient } from '@millwright/core/browser';
import { confirmSignInByPasskey } from '../../../../core/contracts/sign-in/passkey.contract.ts';
import { confirmSignIn, type SignInChallenge } from '../../../../core/contracts/sign-in/second-factor.contract.ts';
import { Card, SmallForm } from '../../../layout/small-form.tsx';
import { CodeField } from './authenticator-app.tsx';
import { signWithPasskey } from './browser-passkey.ts';
import { PasskeyButton } from './passkey-button.tsx';

const schema = confirmSignIn.body!.pick({ code: true });

/** The second step of signing in. */
export function ConfirmSignIn(props: {
  challenge: SignInChallenge;
  /** Called after the sign-in; answers the path to go to. */
  onDone(): Promise<string>;
  onBack(): void;
}) {
  const { challenge, onDone, onBack } = props;
  const client = useClient();
  const hasApp = challenge.methods.includes('app');
  const { passkey } = challenge;
  const way = hasApp ? 'open your authenticator app and type the code that it shows' : 'type a recovery code';
  return (
    <Card
      title="Confirm that it is you"
      text={passkey ? `Use your passkey, or ${way}.` : `${way[0]?.toUpperCase()}${way.slice(1)}.`}
    >
      {passkey && (
        <PasskeyButton
          label="Use your passkey"
          onUse={async () => {
            const body = { challenge: challenge.challenge, answer: await signWithPasskey(passkey) };
            await client.call(confirmSignInByPasskey, { body }, { refreshes: false });
            return onDone();
          }}
        />
      )}
      <SmallForm
        schema={schema}
        values={{ code: '' }}
        submitLabel="Sign in"
        onSave={async ({ code }) => {
          const body = { challenge: challenge.challenge, code };
          await client.call(confirmSignIn, { body }, { refreshes: false });
          return onDone();
        }}
        below={
          <Button variant="subtle" size="compact-sm" onClick={onBack}>
            Begin again
          </Button>
        }
      >
        <CodeField {...(passkey ? {} : { autoFocus: true })} {...(hasApp ? {} : { label: 'Recovery code' })} />
      </SmallForm>
    </Card>
  );
}
