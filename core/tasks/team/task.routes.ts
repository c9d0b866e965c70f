import {
  bulkEditTasks,
  createTaskCall,
  dropTask,
  finishTask,
  getTask,
  listTaskHolders,
  listTasks,
  previewBulkEditTasks,
  reopenTask,
  updateTask,
} from '../../contracts/work/task.contract.ts';
import { type Route, route } from '../../kernel/route.ts';
import type { RecordRegistry } from '../../records/record-registry.ts';
import type { TaskEndPort } from '../record/task-end.port.ts';
import { TaskService } from './task.service.ts';
import { TaskEdits } from './task-edit.ts';

/** Tasks of the team. They are closed to people of customers. */
export function taskRoutes(records: RecordRegistry, ends: readonly TaskEndPort[]): Route[] {
  const tasks = new TaskService({ records, ends });
  const edits = new TaskEdits(records, ends);
  return [
    route(listTasks, (ctx, { query }) => tasks.page(ctx, query)),
    route(createTaskCall, (ctx, { body }) => tasks.create(ctx, body)),
    route(listTaskHolders, (ctx, { query }) => tasks.holders(ctx, query)),
    route(getTask, (ctx, { params }) => tasks.read(ctx, params.taskID)),
    route(updateTask, (ctx, { params, body }) => tasks.update(ctx, params.taskID, body)),
    route(finishTask, (ctx, { params, body }) => tasks.close(ctx, params.taskID, 'done', body.version)),
    route(dropTask, (ctx, { params, body }) => tasks.close(ctx, params.taskID, 'dropped', body.version)),
    route(reopenTask, (ctx, { params, body }) => tasks.reopen(ctx, params.taskID, body.version)),
    route(bulkEditTasks, (ctx, { body }) => edits.run(ctx, body)),
    route(previewBulkEditTasks, (ctx, { body }) => edits.preview(ctx, body)),
  ];
}
