import { Text } from '@mantine/core';
import { Panel } from '@millwright/core/browser';
import { useInvitations } from '../../session/invitations.ts';
import { InvitationList } from '../person/profile/invitation-list.tsx';

/** Shown to people without an account: the operator, or a person whose invitation has not come yet. */
export function NoAccount({ isOperator }: { isOperator: boolean }) {
  const { items } = useInvitations();
  return (
    <Panel title={items.length ? 'You are invited' : 'No account'}>
      <InvitationList items={items} />
      <Text size="sm">
        {items.length
          ? 'You join nothing unless you accept.'
          : isOperator
            ? 'You run this installation: the request log is in the menu. ' +
              'To see orders and customers, somebody has to invite you to their account.'
            : 'You are not a member of any account yet. ' +
              'Ask an administrator to invite the address you signed in with; ' +
              'invitations show once your profile says that it is verified.'}
      </Text>
    </Panel>
  );
}
