import { dueChangeSets, keptAppliedDays, pruneChangeSets } from '../../change-sets/run/prune-change-sets.ts';
import { pruneFilesJob } from '../../files/prune-files.ts';
import { scanJob } from '../../files/scanning/scan-files.ts';
import { inboxJobs } from '../../inbox/inbox-jobs.ts';
import { accountsWithOlder } from '../../jobs/looks/due-sql.ts';
import { keptDays, pruneKeys } from '../../kernel/calls/idempotency.ts';
import type { ScheduledJob } from '../../kernel/plugin/plugin.ts';
import type { RecordRegistry } from '../../records/record-registry.ts';
import { taskJobs } from '../../tasks/team/task-jobs.ts';
import { webhookJobs } from '../../webhooks/webhook.part.ts';

/** Scheduled work in accounts. The registry of records exists only after the boot. */
export const coreJobs = (records: () => RecordRegistry): ScheduledJob[] => [
  {
    name: 'core.prune-idempotency-keys',
    cron: '7 4 * * *',
    due: {
      sql: accountsWithOlder('core.idempotency_key', 'created_at', { than: `${keptDays} days` }),
      sample: "update core.idempotency_key set created_at = '2026-01-01'",
    },
    handle: pruneKeys,
  },
  { name: 'core.prune-change-sets', cron: '52 3 * * *', due: dueChangeSets, handle: pruneChangeSets },
  scanJob,
  pruneFilesJob(records, keptAppliedDays),
  ...inboxJobs(records),
  ...taskJobs(records, keptAppliedDays),
  ...webhookJobs,
];
