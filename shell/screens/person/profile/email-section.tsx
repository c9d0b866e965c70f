import { Button, Group, Text } from '@mantine/core';
import {
  FormDialog,
  FormSection,
  StatusBadge,
  TextField,
  toast,
  useClient,
  useEndpointMutation,
} from '@millwright/core/browser';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Person, requestVerificationCode, verifyCode } from '../../../../core/contracts/sign-in/auth.contract.ts';

/** The sign-in address and whether it is proven; a mailed code proves it. */
export function EmailSection({ person }: { person: Person }) {
  const [isAsking, setAsking] = useState(false);
  const request = useEndpointMutation(requestVerificationCode);
  const send = async () => {
    try {
      await request.mutateAsync({});
      toast.success(`A code is on its way to ${person.email}`);
      setAsking(true);
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <FormSection title="Email" description="You sign in with it, and mails of this installation go there">
      <Group gap="sm">
        <Text size="sm">{person.email}</Text>
        {person.emailVerified ? (
          <StatusBadge tone="success">Verified</StatusBadge>
        ) : (
          <StatusBadge tone="warning">Not verified</StatusBadge>
        )}
      </Group>
      {!person.emailVerified && (
        <>
          <Text size="sm" c="dimmed">
            Verify it to see invitations to this address, and to invite others. A code is good for ten minutes.
          </Text>
          <Group gap="sm">
            <Button variant="default" loading={request.isPending} onClick={() => void send()}>
              Send a code
            </Button>
            <Button variant="subtle" onClick={() => setAsking(true)}>
              Enter a code
            </Button>
          </Group>
        </>
      )}
      <CodeDialog email={person.email} opened={isAsking} onClose={() => setAsking(false)} onSendAgain={send} />
    </FormSection>
  );
}

function CodeDialog(props: { email: string; opened: boolean; onClose(): void; onSendAgain(): Promise<void> }) {
  const { email, opened, onClose, onSendAgain } = props;
  const client = useClient();
  const queries = useQueryClient();
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Verify your email"
      saveLabel="Verify"
      schema={verifyCode.body!}
      values={{ code: '' }}
      onSave={async (body) => {
        await client.call(verifyCode, { body });
        toast.success('Email verified');
        // Invitations become visible once the address is proven.
        await queries.invalidateQueries();
      }}
    >
      <TextField
        name="code"
        label="Code"
        description={`The six digits of the mail to ${email}`}
        required
        autoFocus
        autoComplete="one-time-code"
        maxLength={6}
      />
      <Group>
        <Button variant="subtle" size="compact-sm" onClick={() => void onSendAgain()}>
          Send another code
        </Button>
      </Group>
    </FormDialog>
  );
}
