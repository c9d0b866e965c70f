import type { ReactNode } from 'react';
import type { PermissionCode } from '../../../../contracts/plugins/permission.ts';
import {
  type ChoiceDeclaration,
  type FieldDeclaration,
  type FieldTable,
  inputName,
  type ReferenceDeclaration,
} from '../../../../contracts/records/fields/record-fields.ts';
import { DateText } from '../../../format/formatted.tsx';
import { useSession } from '../../../screens/session.tsx';
import type { Fact } from '../../detail/panel.tsx';
import { LinkText } from '../../display/screen-link.tsx';
import type { BulkEditField, ListFilter } from '../../list/list-types.ts';
import type { Option, RecordSource } from '../../record/record-source.ts';
import { DateField, NoteField, SelectField, SwitchField, TextField } from '../fields.tsx';
import { FormRow } from '../form-parts.tsx';
import { RecordSelect } from './record-select.tsx';

type Declarations = { readonly [name: string]: FieldDeclaration };
type Can = (permission: PermissionCode) => boolean;

/** Sources of referenced records, by the type of their kind. */
export type ReferenceSources = Readonly<Record<string, RecordSource>>;
const noSources: ReferenceSources = {};

function sourceOf(sources: ReferenceSources, { to: { type } }: ReferenceDeclaration): RecordSource {
  const found = sources[type];
  if (!found) throw new Error(`Nothing finds references of type ${type}`);
  return found;
}

const optionsOf = ({ names }: ChoiceDeclaration): Option[] =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

const declarationsOf = <Fields extends Declarations>({ names, fields }: FieldTable<Fields>) =>
  names.map((name) => ({ name, field: fields[name] as FieldDeclaration }));

function RecordField({ name, field, sources }: { name: string; field: FieldDeclaration; sources: ReferenceSources }) {
  const { label, description } = field;
  const words = { name: inputName(name, field), label, ...(description ? { description } : {}) };
  if (field.kind === 'flag') return <SwitchField {...words} />;
  if (field.kind === 'date') return <DateField {...words} />;
  if (field.kind === 'choice') return <SelectField {...words} options={optionsOf(field)} required />;
  if (field.kind === 'reference') return <RecordSelect {...words} source={sourceOf(sources, field)} clearable />;
  if (field.control === 'note') return <NoteField {...words} />;
  if (field.control === 'url') return <TextField {...words} placeholder="https://" />;
  return <TextField {...words} {...(field.control ? { type: field.control } : {})} />;
}

/** Whether the person may read the records to which the field refers. */
const mayChoose = (field: FieldDeclaration, can: Can): boolean =>
  field.kind !== 'reference' || field.to.needs === undefined || can(field.to.needs);

/** Whether the field is short enough to be one of two in a row. */
const isShort = ({ field }: { field: FieldDeclaration }): boolean =>
  field.kind === 'reference' ||
  field.kind === 'date' ||
  (field.kind === 'text' && (field.control === 'email' || field.control === 'tel'));

/**
 * The fields of one section of a form, or all. Fields whose choices the person may not read are left out. Short fields
 * come first, in pairs.
 */
export function RecordFields<Fields extends Declarations>({
  table,
  section,
  sources = noSources,
}: {
  table: FieldTable<Fields>;
  section?: string;
  sources?: ReferenceSources;
}) {
  const { can } = useSession();
  const shownFields = declarationsOf(table).filter(
    ({ field }) => (section === undefined || field.section === section) && mayChoose(field, can),
  );
  const short = shownFields.filter(isShort);
  const pairs = short.flatMap((each, index) => (index % 2 ? [] : [[each, ...short.slice(index + 1, index + 2)]]));
  const fieldOf = (each: (typeof shownFields)[number]) => <RecordField key={each.name} {...each} sources={sources} />;
  return (
    <>
      {pairs.map((pair) =>
        pair.length > 1 ? <FormRow key={pair[0]?.name}>{pair.map(fieldOf)}</FormRow> : pair.map(fieldOf),
      )}
      {shownFields.filter((each) => !isShort(each)).map(fieldOf)}
    </>
  );
}

type FieldValue = boolean | string | null | { id: string; name: string };

/** A value in detail screens. */
function shownValue(field: FieldDeclaration, value: FieldValue): ReactNode {
  if (value === null) return null;
  if (typeof value === 'object') return value.name;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (field.kind === 'date') return <DateText value={value} />;
  return field.kind === 'choice' ? (field.names[value] ?? value) : value;
}

/** Like `shownValue`, with a link to the page of a referenced record. */
const linkedValue = (field: FieldDeclaration, value: FieldValue): ReactNode =>
  field.kind === 'reference' && field.to.home && typeof value === 'object' && value ? (
    <LinkText to={`${field.to.home}/${value.id}`} size="sm">
      {value.name}
    </LinkText>
  ) : (
    shownValue(field, value)
  );

/** The fields of a record in a detail screen. */
export const recordFacts = <Fields extends Declarations>(
  table: FieldTable<Fields>,
  record: { readonly [Name in keyof Fields]: FieldValue },
): Fact[] =>
  declarationsOf(table).map(({ name, field }) => ({ label: field.label, value: linkedValue(field, record[name]) }));

/** Filters of a list by its filterable fields. Fields whose choices the person may not read are left out. */
export const fieldFilters = <Fields extends Declarations>(
  table: FieldTable<Fields>,
  sources: ReferenceSources,
  can: Can,
): ListFilter[] =>
  declarationsOf(table).flatMap(({ field }): ListFilter[] => {
    if (field.kind === 'text' || field.kind === 'date' || !field.filter) return [];
    if (field.kind === 'flag') return [{ kind: 'boolean', name: field.filter, label: field.label }];
    const filter = { kind: 'multi' as const, name: field.filter, label: field.label };
    if (field.kind === 'choice') return [{ ...filter, options: optionsOf(field) }];
    return mayChoose(field, can) ? [{ ...filter, options: sourceOf(sources, field) }] : [];
  });

/** Fields in a bulk edit. Fields whose choices the person may not read are left out. */
export const bulkFields = <Fields extends Declarations>(
  table: FieldTable<Fields>,
  sources: ReferenceSources,
  can: Can,
): BulkEditField[] =>
  declarationsOf(table).flatMap(({ name, field }): BulkEditField[] => {
    const edited = { name: inputName(name, field), label: field.label };
    if (field.kind === 'flag') return [{ ...edited, kind: 'boolean' }];
    if (field.kind === 'choice') return [{ ...edited, kind: 'select', options: optionsOf(field) }];
    if (field.kind !== 'reference') return [{ ...edited, kind: field.kind, isClearable: true }];
    return mayChoose(field, can)
      ? [{ ...edited, kind: 'record', source: sourceOf(sources, field), isClearable: true }]
      : [];
  });
