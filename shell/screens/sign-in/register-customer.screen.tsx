import { Anchor, Box, Button } from '@mantine/core';
import { Branded, LoadingState, TextField, toast, useClient, useEndpoint } from '@millwright/core/browser';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { getAccountBySlug } from '../../../core/contracts/accounts/account.contract.ts';
import {
  confirmCustomerRegistration,
  registerCustomer,
} from '../../../core/contracts/accounts/customer-registration.contract.ts';
import { Card, SmallForm } from '../../layout/small-form.tsx';
import { type RegistrationBody, RegistrationForm } from './registration-flow/registration-form.tsx';

/** Registration of an account's customers: `/register-customer?account=<slug>`. */
export function RegisterCustomerScreen() {
  const [search] = useSearchParams();
  const slug = search.get('account') ?? '';
  const read = useEndpoint(getAccountBySlug, { params: { slug } }, { enabled: slug !== '', staleTime: Infinity });
  const [pending, setPending] = useState<{ body: RegistrationBody; registrationID: string; message: string }>();
  const [outcome, setOutcome] = useState<{ outcome: string; message: string }>();
  const client = useClient();
  const ask = async (body: RegistrationBody): Promise<void> => {
    const { registrationID, message } = await client.call(registerCustomer, { body }, { refreshes: false });
    setPending({ body, registrationID, message });
  };
  if (slug && !read.data && !read.error) return <LoadingState />;
  const flow = read.data?.customerRegistrationFlow;
  if (!read.data || !flow)
    return (
      <Card
        title="No registration here"
        text={
          read.data
            ? `${read.data.name} takes no registrations at the moment. Ask them for an invitation.`
            : 'This address names no company that takes registrations. Check the link that you were given.'
        }
      />
    );
  const { name, logoUrl, accentColor } = read.data;
  if (outcome)
    return (
      <Card
        title={outcome.outcome === 'waiting' ? 'Your registration is on its way' : 'Look into your mail'}
        text={outcome.message}
      >
        <Button component={Link} to="/auth/login" variant="default" fullWidth mt="xl">
          Sign in
        </Button>
      </Card>
    );
  if (pending)
    return (
      <Card title="Prove your email" text={pending.message}>
        <SmallForm
          schema={confirmCustomerRegistration.body!.pick({ code: true })}
          values={{ code: '' }}
          submitLabel="Go on"
          onSave={async ({ code }) => {
            const body = { accountSlug: slug, registrationID: pending.registrationID, code };
            setOutcome(await client.call(confirmCustomerRegistration, { body }, { refreshes: false }));
          }}
          below={
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() =>
                ask(pending.body).then(
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
  return (
    <Branded accentColor={accentColor}>
      <Card title={flow.title} text={flow.message}>
        {logoUrl && (
          <Box mt="md">
            <img src={logoUrl} alt={name} style={{ maxHeight: 48, maxWidth: '100%' }} />
          </Box>
        )}
        <RegistrationForm
          flow={flow}
          accountSlug={slug}
          onSave={ask}
          below={
            <span>
              Registered already?{' '}
              <Anchor component={Link} to="/auth/login">
                Sign in
              </Anchor>
            </span>
          }
        />
      </Card>
    </Branded>
  );
}
