import { Button, VisuallyHidden } from '@mantine/core';
import {
  accountTab,
  FormSection,
  Icon,
  StatusBadge,
  toast,
  useConfirm,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { leaveAccount } from '../../../../core/contracts/accounts/invitation.contract.ts';
import { useInvitations } from '../../../session/invitations.ts';
import { InvitationList } from './invitation-list.tsx';
import classes from './rows.module.css';

/** Memberships and invitations of the person. */
export function AccountsSection() {
  const { account, availableAccounts } = useSession();
  const { items } = useInvitations();
  if (!availableAccounts.length && !items.length) return null;
  return (
    <FormSection
      title="Accounts"
      description="You join one by accepting its invitation, and leave it whenever you like"
    >
      <InvitationList items={items} />
      <ul className={classes['rows']}>
        {availableAccounts.map((each) => (
          <AccountRow key={each.id} id={each.id} name={each.name} isCurrent={each.id === account?.id} />
        ))}
      </ul>
    </FormSection>
  );
}

function AccountRow({ id, name, isCurrent }: { id: string; name: string; isCurrent: boolean }) {
  const confirm = useConfirm();
  const leave = useEndpointMutation(leaveAccount);
  const askAndLeave = async () => {
    const isSure = await confirm({
      title: `Leave ${name}?`,
      message:
        'You lose all access to it at once; only a new invitation brings you back. What you did keeps your name.',
      confirmLabel: 'Leave',
      danger: true,
    });
    if (!isSure) return;
    try {
      await leave.mutateAsync({ params: { accountID: id } });
      toast.success(`You have left ${name}`);
      if (!isCurrent) return;
      accountTab.set(null);
      location.assign('/dashboard');
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <li className={classes['row']}>
      <Icon name="building" />
      <span className={classes['what']}>
        <span className={classes['title']}>
          {name}
          {isCurrent && <StatusBadge tone="success">This tab</StatusBadge>}
        </span>
      </span>
      <Button variant="subtle" size="compact-sm" loading={leave.isPending} onClick={() => void askAndLeave()}>
        Leave
        <VisuallyHidden> {name}</VisuallyHidden>
      </Button>
    </li>
  );
}
