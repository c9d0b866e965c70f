import { type AnyEndpoint, type EndpointRequest, newID, problems } from '@millwright/core/contracts';
import {
  type AccountContext,
  audit,
  changesOf,
  indexRecord,
  type RecordSource,
  touched,
  unindexRecord,
} from '@millwright/core/server';
import type { createMachine, Machine as MachineReply, updateMachine } from '../../../contracts/index.ts';
import { Department } from '../department/department.entity.ts';
import { Machine } from './machine.entity.ts';
import { machineByID } from './machine.queries.ts';

type Body<E extends AnyEndpoint> = EndpointRequest<E>['body'];

const recordOf = (id: string) => ({ type: 'machine', id });
const facts = ({ name, serialNumber, notes, department }: MachineReply) => ({
  name,
  serialNumber,
  notes,
  department: department?.name ?? null,
});

/** Machines. */
export class MachineService {
  async create(ctx: AccountContext, input: Body<typeof createMachine>): Promise<MachineReply> {
    const machine = ctx.em.create(Machine, {
      id: newID('mch'),
      name: input.name,
      serialNumber: input.serialNumber ?? null,
      notes: input.notes ?? null,
      department: (await this.#department(ctx, input.departmentID)) ?? null,
    });
    audit(ctx, { record: recordOf(machine.id), action: 'created' });
    await ctx.em.flush();
    return this.#written(ctx, machine.id);
  }

  async update(
    ctx: AccountContext,
    machineID: string,
    { version, departmentID, ...input }: Body<typeof updateMachine>,
  ): Promise<MachineReply> {
    const machine = await ctx.em.get(Machine, machineID);
    ctx.em.expectVersion(machine, version);
    const before = facts(await machineByID(ctx, machineID));
    const department = await this.#department(ctx, departmentID);
    ctx.em.assign(machine, { ...input, ...(department === undefined ? {} : { department }) });
    await ctx.em.flush();
    const after = facts(await machineByID(ctx, machineID));
    const changes = changesOf(before, after, Object.keys(after) as (keyof typeof after)[]);
    if (changes.length) audit(ctx, { record: recordOf(machineID), action: 'updated', changes });
    await ctx.em.flush();
    return this.#written(ctx, machineID);
  }

  async remove(ctx: AccountContext, machineID: string): Promise<undefined> {
    const machine = await ctx.em.getForUpdate(Machine, machineID);
    ctx.em.remove(machine);
    audit(ctx, { record: recordOf(machineID), action: 'deleted', note: machine.name });
    await ctx.em.flush();
    await unindexRecord(ctx, 'machine', machineID);
    touched(ctx, 'machines', 'departments');
  }

  /** Null takes the department away, undefined leaves it. */
  async #department(ctx: AccountContext, id: string | null | undefined): Promise<Department | null | undefined> {
    if (!id) return id as null | undefined;
    const department = await ctx.em.findOne(Department, { accountID: ctx.account.id, id });
    if (!department)
      throw problems.invalid_input({ errors: [{ path: 'departmentID', message: 'There is no such department' }] });
    return department;
  }

  async #written(ctx: AccountContext, machineID: string): Promise<MachineReply> {
    const machine = await machineByID(ctx, machineID);
    const { name, serialNumber } = machine;
    await indexRecord(ctx, {
      ...recordOf(machineID),
      title: name,
      subtitle: serialNumber ?? undefined,
      text: '',
    });
    touched(ctx, 'machines', 'departments');
    return machine;
  }
}

/** What generic parts ask about machines. */
export const machineRecords: RecordSource = {
  type: 'machine',
  label: async (ctx, id) => (await ctx.em.get(Machine, id)).name,
};
