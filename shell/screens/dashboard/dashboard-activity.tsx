import {
  actionText,
  DateTimeText,
  Icon,
  type IconName,
  Panel,
  timelineNote,
  useEndpoint,
  useSession,
} from '@millwright/core/browser';
import { Link } from 'react-router';
import { type ActivityEntry, listRecentActivity } from '../../../core/contracts/records/timeline.contract.ts';
import { type ActivityGroup, groupActivity } from './activity-groups.ts';
import classes from './dashboard.module.css';

const shown = 12;
const most = 50;
const minute = 60_000;
/** Number of records named per group. */
const named = 3;

const iconOf = ({ action, actor }: ActivityEntry): IconName => {
  if (action.startsWith('email')) return 'mail';
  if (action.endsWith('created')) return 'plus';
  if (action.endsWith('deleted') || action.endsWith('removed')) return 'trash';
  return actor.type === 'user' ? 'edit' : 'refresh';
};

/** The action as it reads after a person's name: `changed the status`. The record is named above it. */
const deed = (action: string): string =>
  actionText(action)
    .replace(/ this$/, '')
    .replace(/ this /, ' ');

/** Recent activity that the person may read; renders nothing without any. */
export function DashboardActivity() {
  const activity = useEndpoint(listRecentActivity, { query: { take: most } }, { refetchInterval: minute });
  const groups = groupActivity(activity.data?.items ?? []).slice(0, shown);
  if (groups.length === 0) return null;
  return (
    <div data-wide>
      <Panel title="What happened last">
        <ol className={classes['activity']}>
          {groups.map((group) => (
            <Activity key={group.latest.id} group={group} />
          ))}
        </ol>
      </Panel>
    </div>
  );
}

function Activity({ group: { latest, records } }: { group: ActivityGroup }) {
  const { actor, action, note, at } = latest;
  const more = records.length - named;
  return (
    <li className={classes['event']}>
      <span className={classes['eventIcon']}>
        <Icon name={iconOf(latest)} size={13} />
      </span>
      <span className={classes['eventText']}>
        <span className={classes['eventRecord']}>
          {records.slice(0, named).map((record, position) => (
            <span key={record.id}>
              {position > 0 && ', '}
              <RecordName record={record} isFirst={position === 0} />
            </span>
          ))}
          {more > 0 && ` and ${more} more`}
        </span>
        <span className={classes['eventDeed']}>
          {actor.name} {deed(action)}
          {timelineNote(note)}
        </span>
      </span>
      <span className={classes['eventTime']}>
        <DateTimeText value={at} relative />
      </span>
    </li>
  );
}

function RecordName({
  record: { typeLabel, label, path },
  isFirst,
}: {
  record: ActivityEntry['record'];
  isFirst: boolean;
}) {
  const { canOpen } = useSession();
  const name = !isFirst || label === typeLabel ? label : `${typeLabel} ${label}`;
  return path && canOpen(path) ? <Link to={path}>{name}</Link> : name;
}
