import type { Invariant } from '../../kernel/plugin/plugin.ts';
import { taskIs } from './task-is.ts';

/**
 * Invariant of tasks that the platform opens: each open one has a reason. `reasons` is SQL of those that stand, by
 * kind, record type and record id, `records` that of the records that are there.
 */
export const tasksWithReason = (
  name: string,
  { kinds, reasons, records }: { kinds: readonly string[]; reasons: string; records: string },
): Invariant => ({
  name,
  sql: `select task.id, task.title from core.task task
    where task.account_id = $1 and ${taskIs.open('task.status')}
      and task.kind in (${kinds.map((kind) => `'${kind}'`).join(', ')})
      and (task.kind, task.record_type, task.record_id) not in (${reasons})
      and (task.record_type, task.record_id) in (${records})`,
  advice: 'Mark them as done',
});
