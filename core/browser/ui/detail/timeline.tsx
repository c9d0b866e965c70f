import { Button, SegmentedControl } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { getTimeline, type TimelineEntry } from '../../../contracts/records/timeline.contract.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { DateTimeText } from '../../format/formatted.tsx';
import { Icon, type IconName } from '../display/icon.tsx';
import { ErrorState, LoadingState } from '../feedback/states.tsx';
import { CommentEntry } from './comment-entry.tsx';
import classes from './detail.module.css';
import { actionText, fieldText, shownChanges, timelineNote, timelineValue } from './timeline-text.ts';

const pageSize = 20;
const mostShown = 500;

const iconOf = ({ kind, action, actor }: TimelineEntry): IconName => {
  if (kind === 'email') return 'mail';
  if (kind === 'comment') return 'user';
  if (action.endsWith('created')) return 'plus';
  return actor.type === 'user' ? 'edit' : 'refresh';
};

type Shown = 'all' | 'comments' | 'changes';
const filters = [
  { value: 'all', label: 'All' },
  { value: 'comments', label: 'Comments' },
  { value: 'changes', label: 'Changes' },
];

/** History of a record with its mails and, with `hasComments`, its comments: person, action and time; newest first. */
export function RecordTimeline({ type, id, hasComments = false }: { type: string; id: string; hasComments?: boolean }) {
  const [shown, setShown] = useState<Shown>(hasComments ? 'all' : 'changes');
  return (
    <>
      {hasComments && (
        <SegmentedControl
          size="xs"
          mb="sm"
          aria-label="Entries shown"
          value={shown}
          onChange={(value) => setShown(value as Shown)}
          data={filters}
        />
      )}
      <Entries key={shown} type={type} id={id} shown={shown} />
    </>
  );
}

function Entries({ type, id, shown }: { type: string; id: string; shown: Shown }) {
  const [take, setTake] = useState(pageSize);
  const query = shown === 'all' ? { take } : { take, show: shown };
  const timeline = useEndpoint(getTimeline, { params: { type, id }, query }, { keepPrevious: true });
  // A link to a comment, as from the inbox, has its id behind the hash.
  const linked = useLocation().hash.slice(1);
  const isShown = timeline.data?.items.some((entry) => entry.id === linked) ?? false;
  const isOlder = linked.startsWith('cmt_') && !isShown && (timeline.data?.count ?? 0) > take;
  useEffect(() => {
    if (isOlder) setTake(mostShown);
  }, [isOlder]);
  useEffect(() => {
    if (!isShown) return;
    const element = document.getElementById(linked);
    element?.scrollIntoView({ block: 'center' });
    element?.focus({ preventScroll: true });
  }, [linked, isShown]);
  if (timeline.isPending) return <LoadingState lines={3} label="Loading the timeline" />;
  if (timeline.error && !timeline.data)
    return <ErrorState error={timeline.error} onRetry={() => void timeline.refetch()} what="timeline" />;
  const { items, count } = timeline.data ?? { items: [], count: 0 };
  if (items.length === 0) return <span>{shown === 'comments' ? 'No comments yet.' : 'Nothing has happened yet.'}</span>;
  return (
    <>
      <ol className={classes['timeline']}>
        {items.map((entry) => (
          <li key={entry.id} id={entry.id} className={classes['entry']} {...(entry.id === linked && { tabIndex: -1 })}>
            <span className={classes['mark']}>
              <Icon name={iconOf(entry)} size={12} />
            </span>
            <span>
              <strong>{entry.actor.name}</strong> {actionText(entry.action)}
              {entry.kind !== 'comment' && timelineNote(entry.note)}
            </span>
            <span className={classes['when']}>
              <DateTimeText value={entry.at} relative />
            </span>
            {entry.kind === 'comment' && <CommentEntry type={type} id={id} entry={entry} />}
            {entry.changes.length > 0 && (
              <ul className={classes['changes']}>
                {shownChanges(entry.changes).map(({ field, from, to }) => (
                  <li key={field}>
                    {fieldText(field)}: {timelineValue(from)} → <b>{timelineValue(to)}</b>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
      {count > items.length && take < mostShown && (
        <Button
          variant="default"
          size="compact-sm"
          loading={timeline.isFetching}
          onClick={() => setTake((size) => Math.min(size + 50, mostShown))}
        >
          Show older
        </Button>
      )}
    </>
  );
}
