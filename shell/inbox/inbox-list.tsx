import { Button, SegmentedControl, UnstyledButton, VisuallyHidden } from '@mantine/core';
import {
  DateTimeText,
  EmptyState,
  PendingState,
  toast,
  useEndpoint,
  useEndpointMutation,
} from '@millwright/core/browser';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type InboxEntry, listInbox, readInbox, readWholeInbox } from '../../core/contracts/work/inbox.contract.ts';
import classes from './bell.module.css';

type Shown = 'unread' | 'all';

/** The inbox: opening an entry marks it as read and goes to its record. */
export function InboxList({ onOpen }: { onOpen(): void }) {
  const [shown, setShown] = useState<Shown>('unread');
  // Each page begins after the last entry of the one before.
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const show = (next: Shown) => {
    setShown(next);
    setCursors([]);
  };
  return (
    <>
      <div className={classes['head']}>
        <SegmentedControl
          size="xs"
          aria-label="Entries shown"
          value={shown}
          onChange={(value) => show(value as Shown)}
          data={[
            { value: 'unread', label: 'Unread' },
            { value: 'all', label: 'All' },
          ]}
        />
        <ReadAll />
      </div>
      {[undefined, ...cursors].map((cursor, index) => (
        <Page
          key={`${shown} ${cursor ?? ''}`}
          shown={shown}
          cursor={cursor}
          isLast={index === cursors.length}
          onOpen={onOpen}
          onMore={(next) => setCursors([...cursors, next])}
        />
      ))}
    </>
  );
}

function ReadAll() {
  const newest = useEndpoint(listInbox, { query: { take: 1, isUnread: 'true' } }).data?.items[0];
  const readAll = useEndpointMutation(readWholeInbox, { onError: (error) => toast.error(error) });
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      disabled={!newest}
      loading={readAll.isPending}
      onClick={() => newest && readAll.mutate({ body: { until: newest.id } })}
    >
      Mark all as read
    </Button>
  );
}

interface PageProps {
  shown: Shown;
  cursor: string | undefined;
  isLast: boolean;
  onOpen(): void;
  onMore(cursor: string): void;
}

function Page({ shown, cursor, isLast, onOpen, onMore }: PageProps) {
  const page = useEndpoint(listInbox, {
    query: { ...(shown === 'unread' ? { isUnread: 'true' as const } : {}), ...(cursor ? { cursor } : {}) },
  });
  if (!page.data) return <PendingState query={page} what="inbox" lines={4} />;
  const { items, next } = page.data;
  if (!items.length && !cursor)
    return shown === 'unread' ? (
      <EmptyState title="All read" text="What concerns you comes here." icon="check" />
    ) : (
      <EmptyState title="Nothing yet" text="What concerns you comes here and stays for 90 days." icon="bell" />
    );
  return (
    <>
      <ul className={classes['list']}>
        {items.map((entry) => (
          <li key={entry.id}>
            <Entry entry={entry} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {isLast && next && (
        <Button variant="default" size="sm" fullWidth onClick={() => onMore(next)}>
          Show older
        </Button>
      )}
    </>
  );
}

function Entry({ entry, onOpen }: { entry: InboxEntry; onOpen(): void }) {
  const navigate = useNavigate();
  const read = useEndpointMutation(readInbox, { onError: (error) => toast.error(error) });
  const open = () => {
    if (!entry.isRead) read.mutate({ body: { ids: [entry.id] } });
    if (entry.path === null) return;
    onOpen();
    void navigate(entry.path);
  };
  return (
    <UnstyledButton className={classes['entry']} data-unread={entry.isRead ? undefined : true} onClick={open}>
      <span className={classes['dot']} aria-hidden="true" />
      <span className={classes['title']}>
        {entry.isRead ? null : <VisuallyHidden>Unread: </VisuallyHidden>}
        {entry.title}
      </span>
      {entry.text && <span className={classes['text']}>{entry.text}</span>}
      <span className={classes['when']}>
        <DateTimeText value={entry.at} relative />
        {entry.path === null && ', nothing to open'}
      </span>
    </UnstyledButton>
  );
}
