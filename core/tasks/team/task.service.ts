import type { EndpointRequest } from '../../contracts/endpoints/endpoint.ts';
import { problems } from '../../contracts/endpoints/problem.ts';
import { newID } from '../../contracts/texts/id.ts';
import {
  type createTaskCall,
  type listTaskHolders,
  listTasks,
  type TaskView,
  taskProblems,
  taskStates,
  type updateTask,
} from '../../contracts/work/task.contract.ts';
import { sql } from '../../database/tenant-entity-manager.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import { touched } from '../../lists/list-page.ts';
import { Role } from '../../permissions/role.entity.ts';
import { visibleRecord } from '../../records/record-registry.ts';
import { Member } from '../../tenancy/access/member.entity.ts';
import { createTask, tellClosed, tellOpened } from '../record/create-task.ts';
import { TeamTask } from '../record/task.entity.ts';
import { endOf, findTasks, isOwnTask, rightToTake, type TaskSetting, taskByID } from '../record/task.queries.ts';
import { goneHolders, holdersOf, mayLackRecord, recordNeeded, requireHolder } from '../record/task-holder.ts';
import { taskIs } from '../record/task-is.ts';
import { type AssignedTask, tellAssignee } from '../record/tell-assignee.ts';

type NewTask = EndpointRequest<typeof createTaskCall>['body'];
type TaskPatch = EndpointRequest<typeof updateTask>['body'];

/** A task as a caller sees it, for those who get it. */
const assignedOf = ({ id, title, note, record, assignee, role }: TaskView): AssignedTask => ({
  id,
  title,
  note,
  record,
  assigneeID: assignee?.id ?? null,
  roleID: role?.id ?? null,
});

const toldOf = ({ id, title, kind, record, assignee, dueOn }: TaskView) => ({
  id,
  title,
  kind,
  record,
  assigneeID: assignee?.id ?? null,
  dueOn,
});

/** Tasks that people open, change and close. Whoever may see a record sees and changes its tasks. */
export class TaskService {
  readonly #setting: TaskSetting;

  constructor(setting: TaskSetting) {
    this.#setting = setting;
  }

  page(ctx: AccountContext, query: EndpointRequest<typeof listTasks>['query']) {
    return findTasks(ctx, this.#setting, query);
  }

  read(ctx: AccountContext, id: string): Promise<TaskView> {
    return taskByID(ctx, this.#setting, id);
  }

  async holders(ctx: AccountContext, { recordType, recordID }: EndpointRequest<typeof listTaskHolders>['query']) {
    if (recordType === undefined || recordID === undefined) return holdersOf(ctx, undefined);
    const { type } = await visibleRecord(ctx, this.#setting.records, recordType, recordID);
    return holdersOf(ctx, type);
  }

  /** @throws Problem 404 for a record that the caller does not see, 400 `cannot_take_task`, 403 for keys without one */
  async create(ctx: AccountContext, { title, note, record, assigneeID, roleID, dueOn }: NewTask): Promise<TaskView> {
    if (!record && !mayLackRecord(ctx)) throw problems.forbidden({ message: recordNeeded });
    const seen = record ? await visibleRecord(ctx, this.#setting.records, record.type, record.id) : undefined;
    await requireHolder(ctx, { assigneeID: assigneeID ?? null, roleID: roleID ?? null }, seen?.type);
    const { id } = ctx.em.create(TeamTask, {
      id: newID('tsk'),
      title,
      note: note.trim(),
      status: 'open',
      kind: null,
      recordType: record?.type ?? null,
      recordID: record?.id ?? null,
      recordLabel: seen?.label.slice(0, 200).toWellFormed() ?? null,
      assignee: assigneeID ? ctx.em.reference(Member, assigneeID) : null,
      role: roleID ? ctx.em.reference(Role, roleID) : null,
      dueOn: dueOn ?? null,
      isReminded: false,
      origin: 'inside',
      createdBy: ctx.actor.name,
    });
    const view = await this.#written(ctx, id);
    tellOpened(ctx, toldOf(view));
    await tellAssignee(ctx, [assignedOf(view)]);
    return view;
  }

  /**
   * Changes an open task.
   * @throws Problem 404, 409 `task_ended`, `stale_version`, 400 `cannot_take_task`, 403 where the caller takes a task
   * and may not end what it stands for
   */
  async update(ctx: AccountContext, id: string, { version, ...patch }: TaskPatch): Promise<TaskView> {
    const before = await this.read(ctx, id);
    const held = await this.#held(ctx, id, version);
    if (!taskStates.is.open(held.status)) throw taskProblems.task_ended();
    const type = before.record ? this.#setting.records.type(before.record.type) : undefined;
    const { assigneeID, roleID, dueOn } = patch;
    const holder = { assigneeID: assigneeID ?? null, roleID: roleID ?? null };
    await requireHolder(ctx, holder, type);
    const lacking = await rightToTake(ctx, this.#setting.ends, before, holder);
    if (lacking) ctx.require(lacking);
    ctx.em.assign(held, {
      ...(patch.title === undefined ? {} : { title: patch.title }),
      ...(patch.note === undefined ? {} : { note: patch.note.trim() }),
      ...(assigneeID === undefined ? {} : { assignee: assigneeID ? ctx.em.reference(Member, assigneeID) : null }),
      ...(roleID === undefined ? {} : { role: roleID ? ctx.em.reference(Role, roleID) : null }),
      // A task is a person's or a role's.
      ...(assigneeID ? { role: null } : roleID ? { assignee: null } : {}),
      ...(dueOn === undefined || dueOn === held.dueOn ? {} : { dueOn, isReminded: false }),
    });
    const view = await this.#written(ctx, id);
    const isSame = view.assignee?.id === before.assignee?.id && view.role?.id === before.role?.id;
    if (!isSame) await tellAssignee(ctx, [assignedOf(view)]);
    return view;
  }

  /**
   * Closes a task and what it stands for, which is locked first, as everywhere else.
   * @throws Problem 404, 409 `task_ended`, `stale_version`, 403 where the caller may not end what it stands for
   */
  async close(
    ctx: AccountContext,
    id: string,
    status: 'done' | 'dropped',
    version: number | undefined,
  ): Promise<TaskView> {
    const { kind, record } = await this.read(ctx, id);
    const end = endOf(this.#setting.ends, kind);
    const isOwn = end !== undefined && (await isOwnTask(ctx, id));
    if (end && kind !== null && record) await end.end(ctx, { kind, record }, { isOwn });
    const held = await this.#held(ctx, id, version);
    if (!taskStates.is.open(held.status)) throw taskProblems.task_ended();
    ctx.em.assign(held, { status, doneAt: ctx.clock.now(), doneBy: ctx.actor.name });
    if (end && kind !== null && record)
      createTask(ctx, {
        kind,
        record,
        title: held.title,
        note: () => end.left(ctx, { kind, record }),
        assigneeID: held.assignee?.id ?? null,
        roleID: held.role?.id ?? null,
        origin: held.origin,
        isQuiet: true,
      });
    const view = await this.#written(ctx, id);
    tellClosed(ctx, { ...toldOf(view), status });
    return view;
  }

  /**
   * Opens a task again; that of somebody who has left is nobody's then.
   * @throws Problem 404, 409 `task_open_again`, `task_stays_closed`, `stale_version`
   */
  async reopen(ctx: AccountContext, id: string, version: number | undefined): Promise<TaskView> {
    const { kind, record, mayReopen } = await this.read(ctx, id);
    const held = await this.#held(ctx, id, version);
    if (taskStates.is.open(held.status)) return this.read(ctx, id);
    if (!mayReopen) throw taskProblems.task_stays_closed();
    if (kind !== null && record) {
      const { rows } = await sql`select from core.task task where task.account_id = ${ctx.account.id}
        and task.kind = ${kind} and task.record_type = ${record.type} and task.record_id = ${record.id}
        and ${taskIs.open('task.status')}`.execute(ctx.em.query());
      if (rows.length) throw taskProblems.task_open_again();
    }
    const assigneeID = held.assignee?.id ?? null;
    const isLeft = (await goneHolders(ctx, [{ id, assigneeID }])).size > 0;
    ctx.em.assign(held, { status: 'open', doneAt: null, doneBy: null, ...(isLeft ? { assignee: null } : {}) });
    const view = await this.#written(ctx, id);
    tellOpened(ctx, toldOf(view));
    return view;
  }

  async #held(ctx: AccountContext, id: string, version: number | undefined): Promise<TeamTask> {
    const held = (await ctx.em.getForUpdate(TeamTask, id)) as TeamTask;
    ctx.em.expectVersion(held, version);
    return held;
  }

  async #written(ctx: AccountContext, id: string): Promise<TaskView> {
    await ctx.em.flush();
    touched(ctx, listTasks);
    return this.read(ctx, id);
  }
}
