import { Button, Group, VisuallyHidden } from '@mantine/core';
import {
  DateTimeText,
  FormSection,
  Icon,
  PendingState,
  StatusBadge,
  toast,
  useConfirm,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import {
  endMyOtherSessions,
  endMySession,
  listMySessions,
  type MySession,
} from '../../../../core/contracts/sign-in/auth.contract.ts';
import classes from './rows.module.css';

/** Active sessions of the person; each can be ended. */
export function SessionsSection() {
  const sessions = useEndpoint(listMySessions);
  const confirm = useConfirm();
  const endOthers = useEndpointMutation(endMyOtherSessions);
  const others = sessions.data?.items.filter(({ isCurrent }) => !isCurrent).length ?? 0;
  const signOutElsewhere = async () => {
    const isSure = await confirm({
      title: 'Sign out on all other devices?',
      message: 'Whoever works there has to sign in again; what is not saved there is lost.',
      confirmLabel: 'Sign out elsewhere',
      danger: true,
    });
    if (!isSure) return;
    try {
      const { ended } = await endOthers.mutateAsync({});
      toast.success(ended === 1 ? 'One other device is signed out' : `${ended} other devices are signed out`);
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <FormSection title="Signed in on" description="End what you do not recognise, then change your password">
      {sessions.data ? (
        <>
          <ul className={classes['rows']}>
            {sessions.data.items.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
          {others > 0 && (
            <Group>
              <Button
                variant="default"
                leftSection={<Icon name="logout" />}
                loading={endOthers.isPending}
                onClick={() => void signOutElsewhere()}
              >
                Sign out on all other devices
              </Button>
            </Group>
          )}
        </>
      ) : (
        <PendingState query={sessions} what="devices" lines={2} />
      )}
    </FormSection>
  );
}

function SessionRow({ session }: { session: MySession }) {
  const { signOut } = useSession();
  const end = useEndpointMutation(endMySession);
  const { device, userAgent, ip, isCurrent, lastUsedAt, createdAt } = session;
  const finish = async () => {
    if (isCurrent) return signOut();
    try {
      await end.mutateAsync({ params: { sessionID: session.id } });
      toast.success(`${device} is signed out`);
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <li className={classes['row']}>
      <Icon name={/Android|iPhone|iPad|iOS/.test(device) ? 'phone' : 'keyboard'} />
      <span className={classes['what']}>
        <span className={classes['title']} title={userAgent}>
          {device}
          {isCurrent && <StatusBadge tone="success">This device</StatusBadge>}
        </span>
        <span className={classes['detail']}>
          {ip} · used <DateTimeText value={lastUsedAt} relative /> · since <DateTimeText value={createdAt} />
        </span>
      </span>
      <Button variant="subtle" size="compact-sm" loading={end.isPending} onClick={() => void finish()}>
        Sign out
        <VisuallyHidden> on {device}</VisuallyHidden>
      </Button>
    </li>
  );
}
