import type { TaskStatus } from '../../contracts/work/task.contract.ts';
import { sql } from '../../database/tenant-entity-manager.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import { hasRecord, recordOfTask } from './task.queries.ts';
import type { AssignedTask } from './tell-assignee.ts';

/** A task as it stands in its row, for those who get it, for histories and for other programs. */
export interface WrittenTask extends AssignedTask {
  kind: string | null;
  status: TaskStatus;
  dueOn: string | null;
}

/** Columns of a `WrittenTask`, for a statement over `task`. */
export const writtenTask = sql<WrittenTask>`task.id, task.title, task.note, task.kind, task.status,
  task.due_on::text as "dueOn", task.assignee_id as "assigneeID", task.role_id as "roleID", ${recordOfTask} as record`;

/** Those of the tasks whose record is there, in the order of their ids. */
export async function writtenTasks(ctx: AccountContext, ids: readonly string[]): Promise<WrittenTask[]> {
  const { rows } = await sql<WrittenTask>`select ${writtenTask} from core.task task
    where task.account_id = ${ctx.account.id} and task.id = any(${[...ids]}::text[]) and ${hasRecord(ctx)}
    order by task.id`.execute(ctx.em.query());
  return rows;
}
