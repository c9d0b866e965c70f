import { Alert, Anchor, Box, Button, Group } from '@mantine/core';
import {
  ApiError,
  accountTab,
  DateText,
  Facts,
  LoadingState,
  TextField,
  useClient,
  useEndpoint,
} from '@millwright/core/browser';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import {
  acceptInvitation,
  declineInvitation,
  readInvitation,
  registerInvited,
} from '../../../core/contracts/accounts/invitation.contract.ts';
import type { EndpointAnswer } from '../../../core/contracts/endpoints/endpoint.ts';
import { passwordLength } from '../../../core/contracts/sign-in/auth.contract.ts';
import { Card, SmallForm } from '../../layout/small-form.tsx';
import { beginSession } from '../../session/api.ts';

type Read = EndpointAnswer<typeof readInvitation>;

/** The page of an invitation link: the inviting account, and buttons to accept or decline. */
export function InvitationScreen() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const read = useEndpoint(readInvitation, { body: { token } }, { enabled: token !== '', staleTime: Infinity });
  const [outcome, setOutcome] = useState<{ joined: string | null } | null>(null);
  if (read.error || !token)
    return (
      <Card
        title="This invitation is not valid"
        text={
          read.error && read.error.code !== 'invitation_invalid'
            ? read.error.message
            : 'It was answered already, has run out or was replaced by a newer one. ' +
              'Ask whoever invited you for another.'
        }
      />
    );
  if (!read.data) return <LoadingState />;
  const { account, inviterName, hasSignIn } = read.data;
  if (outcome?.joined)
    return (
      <Card title={`You are a member of ${account.name}`} text="Switch between your accounts at the top of the menu.">
        <Button
          fullWidth
          size="md"
          mt="xl"
          onClick={() => {
            accountTab.set(account.id);
            location.assign('/dashboard');
          }}
        >
          Work in {account.name}
        </Button>
      </Card>
    );
  if (outcome)
    return <Card title="Invitation declined" text={`You have joined nothing. ${inviterName} may invite you again.`} />;
  const answers = { token, invitation: read.data, onAnswer: setOutcome };
  return (
    <Card title={`Join ${account.name}?`} text="You join nothing unless you accept.">
      {hasSignIn ? <Answers {...answers} /> : <Newcomer {...answers} />}
    </Card>
  );
}

const InvitationFacts = ({ invitation: { inviterName, role, email, expiresAt } }: { invitation: Read }) => (
  <Box mt="lg">
    <Facts
      facts={[
        { label: 'Invited by', value: inviterName },
        { label: 'Your role', value: role.name },
        { label: 'Your address', value: email },
        { label: 'Open until', value: <DateText value={expiresAt} /> },
      ]}
    />
  </Box>
);

interface AnswerProps {
  token: string;
  invitation: Read;
  onAnswer(outcome: { joined: string | null }): void;
}

/** Why the answer was refused, and what the person can do. */
function Refusal({ failure, login }: { failure: ApiError | null; login?: string }) {
  if (!failure) return null;
  const [to, label] =
    failure.code === 'invitation_for_other' && login
      ? [login, 'Sign in with that address']
      : failure.code === 'own_password_needed'
        ? ['/dashboard/profile', 'Change the password']
        : [];
  return (
    <Alert color="red" mt="md" role="alert">
      {failure.message}{' '}
      {to && (
        <Anchor component={Link} to={to} inherit>
          {label}
        </Anchor>
      )}
    </Alert>
  );
}

/** For people with a sign-in. Whether they are signed in now is known when they accept. */
function Answers({ token, invitation, onAnswer }: AnswerProps) {
  const client = useClient();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const login = `/auth/login?return=${encodeURIComponent(`/invitation?token=${token}`)}`;
  const accept = async () => {
    setBusy(true);
    try {
      await client.call(acceptInvitation, { body: { token } });
      queries.clear();
      onAnswer({ joined: invitation.account.id });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 401) await navigate(login);
      else setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <InvitationFacts invitation={invitation} />
      <Refusal failure={failure} login={login} />
      <Group grow mt="lg">
        <Decline token={token} onAnswer={onAnswer} onFailure={setFailure} />
        <Button size="md" loading={isBusy} onClick={() => void accept()}>
          Accept
        </Button>
      </Group>
    </>
  );
}

/** For people without a sign-in: the token proves their address, so a name and a password are enough. */
function Newcomer({ token, invitation, onAnswer }: AnswerProps) {
  const client = useClient();
  const [failure, setFailure] = useState<ApiError | null>(null);
  return (
    <>
      <InvitationFacts invitation={invitation} />
      <Refusal failure={failure} />
      <SmallForm
        schema={registerInvited.body!}
        values={{ token, name: invitation.name, password: '' }}
        submitLabel="Accept and create a sign-in"
        onSave={async (body) => {
          await client.call(registerInvited, { body }, { refreshes: false });
          beginSession();
          return '/dashboard';
        }}
        below={<Decline token={token} onAnswer={onAnswer} onFailure={setFailure} />}
      >
        <TextField name="name" label="Your name" required autoComplete="name" />
        <TextField
          name="password"
          label="Password"
          type="password"
          description={`At least ${passwordLength.min} characters; a sentence is easy to remember.`}
          required
          autoComplete="new-password"
        />
      </SmallForm>
    </>
  );
}

function Decline(props: Pick<AnswerProps, 'token' | 'onAnswer'> & { onFailure(failure: ApiError): void }) {
  const { token, onAnswer, onFailure } = props;
  const client = useClient();
  const [isBusy, setBusy] = useState(false);
  const decline = async () => {
    setBusy(true);
    try {
      await client.call(declineInvitation, { body: { token } });
      onAnswer({ joined: null });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      onFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="default" size="md" fullWidth loading={isBusy} onClick={() => void decline()}>
      Decline
    </Button>
  );
}
