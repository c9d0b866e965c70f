import {
  crudEndpoints,
  declareReference,
  declareText,
  fieldTable,
  nameLine,
  requiredLine,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { departmentKind, plantNotes } from '../department/department.contract.ts';

/** Fields of a machine besides its name. */
export const machineFields = fieldTable({
  serialNumber: declareText({
    label: 'Serial number',
    description: 'Unique where there is one',
    /** An empty number is stored as null. */
    input: nameLine(100)
      .nullable()
      .transform((text) => text || null)
      .optional(),
    synonyms: ['serial', 'serial #', 'machine serial number', 's/n', 'sn', 'asset number', 'machine number'],
    example: 'KN-2041',
  }),
  department: declareReference(departmentKind, {
    label: 'Department',
    filter: 'departmentIDs',
    synonyms: ['department name', 'dept', 'work center', 'work area'],
    example: 'Knitting',
  }),
  notes: plantNotes,
});

/** A machine (spec operations section 3). */
export const machines = crudEndpoints({
  one: 'Machine',
  many: 'Machines',
  words: ['machine', 'machines'],
  path: '/v1/machines',
  domain: 'machines',
  prefix: 'mch',
  fields: machineFields,
  row: { name: z.string(), ...machineFields.reply },
  sortBy: ['name', 'serialNumber', 'department', 'createdAt'],
  filters: machineFields.filters,
  body: { name: requiredLine(100, 'Machine name is required'), ...machineFields.input },
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
