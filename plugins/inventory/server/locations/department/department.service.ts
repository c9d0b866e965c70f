import { type AnyEndpoint, type EndpointRequest, newID } from '@millwright/core/contracts';
import {
  type AccountContext,
  audit,
  changesOf,
  indexRecord,
  type RecordSource,
  refuseIfUsed,
  snapshotOf,
  sql,
  touched,
  unindexRecord,
} from '@millwright/core/server';
import type { createDepartment, Department as DepartmentReply, updateDepartment } from '../../../contracts/index.ts';
import { Department } from './department.entity.ts';
import { departmentByID } from './department.queries.ts';

type Body<E extends AnyEndpoint> = EndpointRequest<E>['body'];

const recordOf = (id: string) => ({ type: 'department', id });
const fields = ['name', 'notes'] as const;

/** Departments. */
export class DepartmentService {
  async create(ctx: AccountContext, input: Body<typeof createDepartment>): Promise<DepartmentReply> {
    const department = ctx.em.create(Department, { id: newID('dpt'), name: input.name, notes: input.notes ?? null });
    audit(ctx, { record: recordOf(department.id), action: 'created' });
    return this.#written(ctx, department);
  }

  async update(
    ctx: AccountContext,
    departmentID: string,
    { version, ...input }: Body<typeof updateDepartment>,
  ): Promise<DepartmentReply> {
    const department = await ctx.em.get(Department, departmentID);
    ctx.em.expectVersion(department, version);
    const before = snapshotOf(department, fields);
    ctx.em.assign(department, input);
    const changes = changesOf(before, department, fields);
    if (changes.length) audit(ctx, { record: recordOf(departmentID), action: 'updated', changes });
    return this.#written(ctx, department);
  }

  async remove(ctx: AccountContext, departmentID: string): Promise<undefined> {
    // Machines that are being put into it hold a key share of it; this waits for them and keeps further ones out.
    await sql`select id from inventory.department where account_id = ${ctx.account.id} and id = ${departmentID} for update`.execute(
      ctx.em.query(),
    );
    const department = await ctx.em.get(Department, departmentID);
    await refuseIfUsed(ctx, 'department', department);
    ctx.em.remove(department);
    audit(ctx, { record: recordOf(departmentID), action: 'deleted', note: department.name });
    await ctx.em.flush();
    await unindexRecord(ctx, 'department', departmentID);
    touched(ctx, 'departments');
  }

  async #written(ctx: AccountContext, { id, name }: Department): Promise<DepartmentReply> {
    await ctx.em.flush();
    await indexRecord(ctx, { ...recordOf(id), title: name, text: '' });
    touched(ctx, 'departments', 'machines');
    return departmentByID(ctx, id);
  }
}

/** What generic parts ask about departments. */
export const departmentRecords: RecordSource = {
  type: 'department',
  label: async (ctx, id) => (await ctx.em.get(Department, id)).name,
};
