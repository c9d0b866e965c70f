import { hidden, ListScreen, StatusBadge, useClient } from '@millwright/core/browser';
import { listFailedJobs, releaseFailedJobs } from '../../../../core/contracts/work/background-job.contract.ts';

/** Names of the queues. */
const kinds: Record<string, string> = {
  event: 'Event',
  'account-job': 'Scheduled job',
  'change-set': 'Import or bulk change',
  'person-mail': 'Mail to a person',
  timetable: 'Timetable',
  alone: 'Tried alone',
};

/** Jobs that failed permanently; the operator can inspect and retry them. */
export function BackgroundJobListScreen() {
  const client = useClient();
  return (
    <ListScreen
      name="background-jobs"
      title="Background jobs"
      endpoint={listFailedJobs}
      searchPlaceholder="Search subscriber, job or account id"
      columns={[
        { id: 'failedAt', instant: 'exact', width: 190 },
        { id: 'queue', header: 'Kind', cell: (job) => kinds[job.queue] ?? job.queue, width: 170 },
        'what',
        {
          id: 'isKiller',
          header: 'How',
          cell: (job) => (
            <StatusBadge tone={job.isKiller ? 'danger' : 'warning'}>
              {job.isKiller ? 'Ended the server' : 'Failed eight times'}
            </StatusBadge>
          ),
          width: 170,
        },
        'reason',
        ...hidden({ id: 'accountID', header: 'Account id', width: 240 }),
      ]}
      filters={[
        {
          name: 'queue',
          label: 'Kind',
          options: Object.entries(kinds).map(([value, label]) => ({ value, label })),
        },
      ]}
      defaultSort={{ by: 'failedAt', order: 'desc' }}
      rowLabel={(job) => job.what}
      bulkActions={[
        {
          id: 'release',
          label: 'Release',
          icon: 'undo',
          takesFilter: false,
          confirm: (count) => ({
            title: count === 1 ? 'Try it again?' : `Try ${count} jobs again?`,
            message: 'Correct what the reason names first: a job that ended the server may end it once more.',
            confirmLabel: 'Release',
          }),
          run: async (selection) => {
            const ids = selection.kind === 'ids' ? selection.ids : [];
            const { released } = await client.call(releaseFailedJobs, { body: { ids } });
            return { done: released };
          },
        },
      ]}
      empty={{
        title: 'Nothing has failed for good',
        text: 'Work that failed eight times, or ended the server each time it ran, waits here for 90 days.',
        icon: 'check',
      }}
    />
  );
}
