import { Button } from '@mantine/core';
import { useClient } from '@millwright/core/browser';
import { confirmSignIn, type SignInChallenge } from '../../../core/contracts/second-factor.contract.ts';
import { Card, SmallForm } from '../../small-form.tsx';
import { CodeField } from './authenticator-app.tsx';

const schema = confirmSignIn.body!.pick({ code: true });

/** The second step of signing in. */
export function ConfirmSignIn(props: {
  challenge: SignInChallenge;
  /** Signed in; answers where to go. */
  onDone(): string;
  onBack(): void;
}) {
  const { challenge, onDone, onBack } = props;
  const client = useClient();
  return (
    <Card title="Confirm that it is you" text="Open your authenticator app and type the code that it shows.">
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
        <CodeField autoFocus />
      </SmallForm>
    </Card>
  );
}
