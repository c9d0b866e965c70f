import type { PlainField, PlainValues } from '@millwright/core/server';

/** The name of an imported record. */
export const nameOf = (values: PlainValues): string => String(values['name'] ?? '');

/** Import column of notes. */
export const notesField: PlainField = {
  name: 'notes',
  label: 'Notes',
  kind: 'note',
  column: 'notes',
  synonyms: ['note', 'comment', 'comments', 'remarks', 'memo', 'description'],
  example: '',
};

/** Import column of a unit group. */
export const unitGroupField = (description: string): PlainField => ({
  name: 'unitGroup',
  label: 'Unit group',
  kind: 'reference',
  longest: 100,
  column: 'unit_group_id',
  reference: { recordType: 'unit_group', by: ['name'], canCreate: false },
  refersTo: { table: 'inventory.unit_group', what: 'unit group' },
  synonyms: ['unit group name', 'uom group', 'unit of measure group'],
  description,
  example: 'Pairs',
});

/** Import column of properties, separated by semicolons. */
export const propertiesField = (
  parts: Pick<PlainField, 'links' | 'schema' | 'description'> & Partial<PlainField>,
): PlainField => ({
  name: 'properties',
  label: 'Properties',
  kind: 'reference',
  longest: 10_000,
  reference: { recordType: 'property', by: ['name'], canCreate: false },
  refersTo: { table: 'inventory.property', what: 'property' },
  synonyms: ['property', 'properties name', 'property names'],
  example: 'Color; Size',
  ...parts,
});
