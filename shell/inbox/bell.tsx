import { ActionIcon, Drawer } from '@mantine/core';
import { endpointKey, Icon, late, useEndpoint, useSession } from '@millwright/core/browser';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { countInbox } from '../../core/contracts/work/inbox.contract.ts';
import classes from './bell.module.css';

const InboxList = late<{ onOpen(): void }>(async () => (await import('./inbox-list.tsx')).InboxList, {
  name: 'Inbox',
});

/** Milliseconds between two counts while the tab is seen. */
const pause = 30_000;
/** The count answers at most 100. */
const mostShown = 99;

/** The number of unread entries, and the inbox beside the screen. People of customers have none. */
export function Bell() {
  const { account, isPortal } = useSession();
  return account && !isPortal ? <TeamBell /> : null;
}

/** The number; undefined while it cannot be read, which is not the same as none. */
function useUnread(): number | undefined {
  const queries = useQueryClient();
  const { data, isError } = useEndpoint(countInbox, {}, { refetchInterval: pause });
  useEffect(
    () =>
      queries.getMutationCache().subscribe((event) => {
        // What the person does here may tell them something at once.
        if (event.type === 'updated' && event.action.type === 'success')
          void queries.invalidateQueries({ queryKey: endpointKey(countInbox) });
      }),
    [queries],
  );
  return isError ? undefined : data?.unread;
}

function TeamBell() {
  const unread = useUnread();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionIcon
        size="lg"
        className={classes['bell']}
        aria-label={unread ? `Inbox, ${unread > mostShown ? 'more than 99' : unread} unread` : 'Inbox'}
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <Icon name="bell" size={18} />
        {unread ? (
          <span className={classes['number']} aria-hidden="true">
            {unread > mostShown ? '99+' : unread}
          </span>
        ) : null}
      </ActionIcon>
      <Drawer opened={isOpen} onClose={() => setOpen(false)} position="right" size="26rem" title="Inbox">
        <InboxList onOpen={() => setOpen(false)} />
      </Drawer>
    </>
  );
}
