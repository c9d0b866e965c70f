import { Anchor, Button } from '@mantine/core';
import { TextField, toast, useClient } from '@millwright/core/browser';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { requestVerificationCode, verifyCode } from '../../../core/contracts/sign-in/auth.contract.ts';
import { Card, SmallForm } from '../../layout/small-form.tsx';

export function VerifyCodeScreen() {
  const client = useClient();
  const queries = useQueryClient();
  const sendAgain = async (): Promise<void> => {
    try {
      await client.call(requestVerificationCode, {});
      toast.success('A new code is on its way');
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <Card title="Prove your email" text="We have mailed you a code of six digits.">
      <SmallForm
        schema={verifyCode.body!}
        values={{ code: '' }}
        submitLabel="Go on"
        onSave={async (body) => {
          await client.call(verifyCode, { body });
          // Invitations become visible once the address is proven.
          queries.clear();
          return '/dashboard';
        }}
        below={
          <>
            <Button variant="subtle" size="compact-sm" onClick={() => void sendAgain()}>
              Send another code
            </Button>
            <Anchor component={Link} to="/dashboard">
              Later
            </Anchor>
          </>
        }
      >
        <TextField name="code" label="Code" required autoFocus autoComplete="one-time-code" maxLength={6} />
      </SmallForm>
    </Card>
  );
}
