import type { ReactNode } from 'react';
import type { FieldDeclaration, FieldTable, FieldValues, FlagDeclaration } from '../../../contracts/record-fields.ts';
import { DateText } from '../../formatted.tsx';
import type { Fact } from '../detail/panel.tsx';
import type { BulkEditField } from '../list/list-types.ts';
import { DateField, NoteField, SwitchField, TextField } from './fields.tsx';
import { FormRow } from './form-parts.tsx';

type Declarations = { readonly [name: string]: FieldDeclaration };

function RecordField({ name, field }: { name: string; field: FieldDeclaration }) {
  const { label, description } = field;
  const words = { name, label, ...(description ? { description } : {}) };
  if (field.kind === 'flag') return <SwitchField {...words} />;
  if (field.kind === 'date') return <DateField {...words} />;
  if (field.control === 'note') return <NoteField {...words} />;
  if (field.control === 'url') return <TextField {...words} placeholder="https://" />;
  return <TextField {...words} {...(field.control ? { type: field.control } : {})} />;
}

/** The fields of one section of a form, or all; email and telephone stand side by side. */
export function RecordFields<Fields extends Declarations>({
  table,
  section,
}: {
  table: FieldTable<Fields>;
  section?: string;
}) {
  const own = table.names.flatMap((name) => {
    const field = table.fields[name] as FieldDeclaration;
    return section === undefined || field.section === section ? [{ name, field }] : [];
  });
  const isShort = ({ field }: (typeof own)[number]): boolean =>
    field.kind === 'text' && (field.control === 'email' || field.control === 'tel');
  const short = own.filter(isShort);
  return (
    <>
      {short.length > 0 && (
        <FormRow>
          {short.map((each) => (
            <RecordField key={each.name} {...each} />
          ))}
        </FormRow>
      )}
      {own
        .filter((each) => !isShort(each))
        .map((each) => (
          <RecordField key={each.name} {...each} />
        ))}
    </>
  );
}

/** A value as lists and detail screens show it. */
export function shownValue(kind: FieldDeclaration['kind'], value: boolean | string | null): ReactNode {
  if (kind === 'date') return value === null ? null : <DateText value={String(value)} />;
  return value === null || typeof value === 'string' ? value : value ? 'Yes' : 'No';
}

/** The fields of a record as a detail screen shows them. */
export const recordFacts = <Fields extends Declarations>(
  { names, fields }: FieldTable<Fields>,
  record: FieldValues<FieldTable<Fields>>,
): Fact[] =>
  names.map((name) => {
    const value = record[name as keyof typeof record] as boolean | string | null;
    const { label, kind } = fields[name] as FieldDeclaration;
    return { label, value: shownValue(kind, value) };
  });

/** Flags in a bulk edit. */
export const bulkFlagFields = <Name extends string>({
  names,
  fields,
}: FieldTable<Record<Name, FlagDeclaration>>): BulkEditField[] =>
  names.map((name) => ({ name, label: fields[name].label, kind: 'boolean' }));
