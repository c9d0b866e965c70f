import { Anchor, Button } from '@mantine/core';
import { TextField, toast, useClient } from '@millwright/core/browser';
import { useState } from 'react';
import { Link } from 'react-router';
import type { z } from 'zod';
import { confirmRegistration, passwordLength, registerUser } from '../../../core/contracts/sign-in/auth.contract.ts';
import { Card, SmallForm } from '../../layout/small-form.tsx';
import { beginSession } from '../../session/api.ts';
import { WhereOpen } from './registration-mode.tsx';

export const RegisterScreen = () => (
  <WhereOpen>
    <RegisterForm />
  </WhereOpen>
);

type Registration = z.output<NonNullable<typeof registerUser.body>>;

/** Asks for the person's data, then for the mailed code: nothing is stored before the address is proven. */
function RegisterForm() {
  const client = useClient();
  const [pending, setPending] = useState<{ registration: Registration; registrationID: string }>();
  const ask = async (registration: Registration): Promise<void> => {
    const { registrationID } = await client.call(registerUser, { body: registration }, { refreshes: false });
    setPending({ registration, registrationID });
  };
  return pending ? (
    <CodeCard
      email={pending.registration.email}
      registrationID={pending.registrationID}
      onSendAgain={() => ask(pending.registration)}
    />
  ) : (
    <PersonCard onSave={ask} />
  );
}

function PersonCard({ onSave }: { onSave(registration: Registration): Promise<void> }) {
  return (
    <Card title="Create an account" text="Your business gets an account of its own; invite your team afterwards.">
      <SmallForm
        schema={registerUser.body!}
        values={{ name: '', email: '', password: '' }}
        submitLabel="Create the account"
        onSave={onSave}
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

const codeOnly = confirmRegistration.body!.pick({ code: true });

function CodeCard(props: { email: string; registrationID: string; onSendAgain(): Promise<void> }) {
  const { email, registrationID, onSendAgain } = props;
  const client = useClient();
  return (
    <Card title="Prove your email" text={`We have mailed six digits to ${email}.`}>
      <SmallForm
        schema={codeOnly}
        values={{ code: '' }}
        submitLabel="Go on"
        onSave={async ({ code }) => {
          await client.call(confirmRegistration, { body: { registrationID, code } }, { refreshes: false });
          beginSession();
          return '/dashboard';
        }}
        below={
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() =>
              onSendAgain().then(
                () => toast.success('A new code is on its way'),
                (error) => toast.error(error),
              )
            }
          >
            Send another code
          </Button>
        }
      >
        <TextField name="code" label="Code" required autoFocus autoComplete="one-time-code" maxLength={6} />
      </SmallForm>
    </Card>
  );
}
