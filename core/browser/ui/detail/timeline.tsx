import { Button } from '@mantine/core';
import { useState } from 'react';
import { getTimeline, type TimelineEntry } from '../../../contracts/records/timeline.contract.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { DateTimeText } from '../../format/formatted.tsx';
import { Icon, type IconName } from '../display/icon.tsx';
import { ErrorState, LoadingState } from '../feedback/states.tsx';
import classes from './detail.module.css';
import { actionText, fieldText, shownChanges, timelineNote, timelineValue } from './timeline-text.ts';

const pageSize = 20;

const iconOf = ({ kind, action, actor }: TimelineEntry): IconName => {
  if (kind === 'email') return 'mail';
  if (action.endsWith('created')) return 'plus';
  return actor.type === 'user' ? 'edit' : 'refresh';
};

/** History of a record with its mails: person, action and time; newest first. */
export function Timeline({ type, id }: { type: string; id: string }) {
  const [take, setTake] = useState(pageSize);
  const timeline = useEndpoint(getTimeline, { params: { type, id }, query: { take } }, { keepPrevious: true });
  if (timeline.isPending) return <LoadingState lines={3} label="Loading the timeline" />;
  if (timeline.error && !timeline.data)
    return <ErrorState error={timeline.error} onRetry={() => void timeline.refetch()} what="timeline" />;
  const { items, count } = timeline.data ?? { items: [], count: 0 };
  if (items.length === 0) return <span>Nothing has happened yet.</span>;
  return (
    <>
      <ol className={classes['timeline']}>
        {items.map((entry) => (
          <li key={entry.id} className={classes['entry']}>
            <span className={classes['mark']}>
              <Icon name={iconOf(entry)} size={12} />
            </span>
            <span>
              <strong>{entry.actor.name}</strong> {actionText(entry.action)}
              {timelineNote(entry.note)}
            </span>
            <span className={classes['when']}>
              <DateTimeText value={entry.at} relative />
            </span>
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
      {count > items.length && take < 500 && (
        <Button
          variant="default"
          size="compact-sm"
          loading={timeline.isFetching}
          onClick={() => setTake((size) => Math.min(size + 50, 500))}
        >
          Show older
        </Button>
      )}
    </>
  );
}
