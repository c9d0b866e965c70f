import { Text } from '@mantine/core';
import { Panel } from '@millwright/core/browser';

/** Shown to somebody who is a member of no account: the operator, or a person whose invitation is still to come. */
export function NoAccount({ isOperator }: { isOperator: boolean }) {
  return (
    <Panel title="No account">
      <Text size="sm">
        {isOperator
          ? 'You run this installation: the request log is in the menu. To see orders and customers, somebody has to invite you to their account.'
          : 'You are not a member of any account yet. Ask an administrator to invite the address you signed in with.'}
      </Text>
    </Panel>
  );
}
