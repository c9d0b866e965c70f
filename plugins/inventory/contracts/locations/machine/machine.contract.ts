import {
  endpoint,
  listOf,
  listQuery,
  noContent,
  noteText,
  repeated,
  requiredLine,
  singleLine,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { departmentReference } from '../department/department.contract.ts';

/** A machine (spec operations section 3). */
export const machine = z.object({
  /** `mch_...` */
  id: z.string(),
  name: z.string(),
  /** Unique in the account where there is one. */
  serialNumber: z.string().nullable(),
  notes: z.string().nullable(),
  department: z.object({ id: z.string(), name: z.string() }).nullable(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Machine = z.output<typeof machine>;

const machineName = requiredLine(100, 'Machine name is required');
/** An empty number is none. */
const serialNumber = singleLine(100)
  .nullable()
  .transform((text) => text || null);

/** Body of `createMachine`. */
export const createMachineBody = z.strictObject({
  name: machineName,
  serialNumber: serialNumber.optional(),
  notes: noteText.nullish(),
  departmentID: departmentReference.nullish(),
});

/** Body of `updateMachine`. */
export const updateMachineBody = z.strictObject({
  name: machineName.optional(),
  serialNumber: serialNumber.optional(),
  notes: noteText.nullish(),
  departmentID: departmentReference.nullish(),
  version: z.int().optional(),
});

/** Machines, by name; `query` finds parts of name and serial number. */
export const listMachines = endpoint({
  name: 'listMachines',
  method: 'GET',
  path: '/v1/machines',
  permission: 'machines:read',
  summary: 'Lists machines.',
  query: listQuery({
    sortBy: ['name', 'serialNumber', 'department', 'createdAt'],
    filters: { departmentIDs: repeated(z.string()) },
  }),
  reply: listOf(machine),
});

/** One machine. */
export const getMachine = endpoint({
  name: 'getMachine',
  method: 'GET',
  path: '/v1/machines/{machineID}',
  permission: 'machines:read',
  summary: 'Reads a machine.',
  reply: machine,
});

/** Adds a machine; a serial number that exists is 409 `duplicate`. */
export const createMachine = endpoint({
  name: 'createMachine',
  method: 'POST',
  path: '/v1/machines',
  permission: 'machines:create',
  summary: 'Creates a machine.',
  body: createMachineBody,
  reply: machine,
});

/** Changes a machine. */
export const updateMachine = endpoint({
  name: 'updateMachine',
  method: 'PATCH',
  path: '/v1/machines/{machineID}',
  permission: 'machines:update',
  summary: 'Changes a machine.',
  body: updateMachineBody,
  reply: machine,
});

/** Deletes a machine. */
export const deleteMachine = endpoint({
  name: 'deleteMachine',
  method: 'DELETE',
  path: '/v1/machines/{machineID}',
  permission: 'machines:delete',
  summary: 'Deletes a machine.',
  reply: noContent,
});
