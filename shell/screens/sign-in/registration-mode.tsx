import { Anchor } from '@mantine/core';
import { LoadingState, useEndpoint } from '@millwright/core/browser';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { getRegistration } from '../../../core/contracts/accounts/invitation.contract.ts';
import { Card } from '../../layout/small-form.tsx';

/** Milliseconds for which the answer is cached; it only changes when the server restarts. */
const keptFor = 3_600_000;

const useMode = () => useEndpoint(getRegistration, {}, { staleTime: keptFor });

/** Link to the registration form, if registration is open. */
export function RegisterLink() {
  return useMode().data?.mode === 'open' ? (
    <Anchor component={Link} to="/auth/register">
      Create an account
    </Anchor>
  ) : null;
}

/** The form, or the reason why registration is closed. */
export function WhereOpen({ children }: { children: ReactNode }) {
  const { data, isPending } = useMode();
  const mode = data?.mode;
  if (isPending) return <LoadingState />;
  if (mode !== 'invited' && mode !== 'closed') return children;
  return (
    <Card
      title="Nobody registers here"
      text={
        mode === 'invited'
          ? 'To work with an account, ask its administrator for an invitation and open the link of the mail.'
          : 'The operator of this installation adds people. Ask them for a sign-in.'
      }
    />
  );
}
