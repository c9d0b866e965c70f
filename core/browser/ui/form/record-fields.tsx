import type { FieldTable, FieldValues, FlagDeclaration, TextDeclaration } from '../../../contracts/record-fields.ts';
import type { Fact } from '../detail/panel.tsx';
import type { BulkEditField } from '../list/list-types.ts';
import { NoteField, SwitchField, TextField } from './fields.tsx';
import { FormRow } from './form-parts.tsx';

type Declared = FlagDeclaration | TextDeclaration;
type Declarations = { readonly [name: string]: Declared };

function RecordField({ name, field }: { name: string; field: Declared }) {
  const { label, description } = field;
  const words = { name, label, ...(description ? { description } : {}) };
  if (field.kind === 'flag') return <SwitchField {...words} />;
  if (field.control === 'note') return <NoteField {...words} />;
  if (field.control === 'url') return <TextField {...words} placeholder="https://" />;
  return <TextField {...words} {...(field.control ? { type: field.control } : {})} />;
}

/** The fields of one section of a form; email and telephone stand side by side. */
export function RecordFields<Fields extends Declarations>({
  table,
  section,
}: {
  table: FieldTable<Fields>;
  section: string;
}) {
  const own = table.names.flatMap((name) => {
    const field = table.fields[name] as Declared;
    return field.section === section ? [{ name, field }] : [];
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

/** The fields of a record as a detail screen shows them. */
export const recordFacts = <Fields extends Declarations>(
  { names, fields }: FieldTable<Fields>,
  record: FieldValues<FieldTable<Fields>>,
): Fact[] =>
  names.map((name) => {
    const value = record[name as keyof typeof record] as boolean | string | null;
    const text = value === null || typeof value === 'string' ? value : value ? 'Yes' : 'No';
    return { label: fields[name]?.label ?? name, value: text };
  });

/** Flags in a bulk edit. */
export const bulkFlagFields = <Name extends string>({
  names,
  fields,
}: FieldTable<Record<Name, FlagDeclaration>>): BulkEditField[] =>
  names.map((name) => ({ name, label: fields[name].label, kind: 'boolean' }));
