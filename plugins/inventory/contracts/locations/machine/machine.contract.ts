import { crudEndpoints, noteText, repeated, requiredLine, singleLine } from '@millwright/core/contracts';
import { z } from 'zod';
import { departmentReference } from '../department/department.contract.ts';

/** A machine (spec operations section 3). */
export const machines = crudEndpoints({
  one: 'Machine',
  many: 'Machines',
  words: ['machine', 'machines'],
  path: '/v1/machines',
  domain: 'machines',
  prefix: 'mch',
  row: {
    name: z.string(),
    /** Unique in the account where there is one. */
    serialNumber: z.string().nullable(),
    notes: z.string().nullable(),
    department: z.object({ id: z.string(), name: z.string() }).nullable(),
  },
  sortBy: ['name', 'serialNumber', 'department', 'createdAt'],
  filters: { departmentIDs: repeated(z.string()) },
  body: {
    name: requiredLine(100, 'Machine name is required'),
    /** An empty number is none. */
    serialNumber: singleLine(100)
      .nullable()
      .transform((text) => text || null)
      .optional(),
    notes: noteText.nullish(),
    departmentID: departmentReference.nullish(),
  },
});

export const {
  list: listMachines,
  get: getMachine,
  create: createMachine,
  update: updateMachine,
  remove: deleteMachine,
  createBody: createMachineBody,
  updateBody: updateMachineBody,
} = machines;
export type Machine = z.output<typeof machines.row>;
