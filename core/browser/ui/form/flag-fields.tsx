import type { FlagTable } from '../../../contracts/flags.ts';
import type { Fact } from '../detail/panel.tsx';
import type { BulkEditField } from '../list/list-types.ts';
import { SwitchField } from './fields.tsx';

/** Switches of the flags of one section of a form. */
export function FlagFields<Name extends string>({ table, section }: { table: FlagTable<Name>; section: string }) {
  return table.names
    .filter((name) => table.flags[name].section === section)
    .map((name) => {
      const { label, description } = table.flags[name];
      return <SwitchField key={name} name={name} label={label} {...(description ? { description } : {})} />;
    });
}

/** The flags of a record as a detail screen shows them. */
export const flagFacts = <Name extends string>(
  { names, flags }: FlagTable<Name>,
  record: Readonly<Record<Name, boolean>>,
): Fact[] => names.map((name) => ({ label: flags[name].label, value: record[name] ? 'Yes' : 'No' }));

/** Fields of a bulk edit. */
export const bulkFlagFields = <Name extends string>({ names, flags }: FlagTable<Name>): BulkEditField[] =>
  names.map((name) => ({ name, label: flags[name].label, kind: 'boolean' }));
