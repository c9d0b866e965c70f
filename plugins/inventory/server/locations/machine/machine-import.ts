import type { PlainField, PlainValues } from '@millwright/core/server';
import { createMachineBody } from '../../../contracts/index.ts';
import { notesField } from '../../catalogue/shared/plain-fields.ts';

const { shape } = createMachineBody;

/** Machines from files: created, or changed where the serial number, or without one the name, exists. */
export const machineImport = {
  name: 'machines',
  title: 'Machines',
  description:
    'Creates machines, or changes those whose serial number exists; without one the name says which. Empty cells leave what is there.',
  domain: 'machines',
  words: ['machine', 'machines'] as const,
  keys: ['serialNumber', 'name'],
  fields: [
    {
      name: 'serialNumber',
      label: 'Serial number',
      column: 'serial_number',
      schema: shape.serialNumber,
      synonyms: ['serial', 'serial #', 'machine serial number', 's/n', 'sn', 'asset number', 'machine number'],
      description: 'Unique where there is one; says which machine the row is about.',
      example: 'KN-2041',
    },
    {
      name: 'name',
      label: 'Name',
      column: 'name',
      isNeeded: true,
      schema: shape.name,
      synonyms: ['machine', 'machine name', 'asset', 'equipment'],
      example: 'Circular knitter 3',
    },
    {
      name: 'department',
      label: 'Department',
      kind: 'reference',
      longest: 100,
      column: 'department_id',
      reference: { recordType: 'department', by: ['name'], canCreate: false },
      refersTo: { table: 'inventory.department', what: 'department' },
      synonyms: ['department name', 'dept', 'work center', 'work area'],
      example: 'Knitting',
    },
    notesField,
  ] as PlainField[],
  labelOf: (values: PlainValues) => [values['serialNumber'], values['name']].filter(Boolean).join(' '),
};
