import { Anchor } from '@mantine/core';
import { LoadingState, useEndpoint } from '@millwright/core/browser';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { getRegistration } from '../../core/contracts/invitation.contract.ts';
import { Card } from '../small-form.tsx';

/** Milliseconds for which the answer counts: it changes with a restart of the server. */
const keptFor = 3_600_000;

const useMode = () => useEndpoint(getRegistration, {}, { staleTime: keptFor });

/** The link to the form of registering, where anybody may fill it in. */
export function RegisterLink() {
  return useMode().data?.mode === 'open' ? (
    <Anchor component={Link} to="/auth/register">
      Create an account
    </Anchor>
  ) : null;
}

/** The form, or why there is none. */
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
