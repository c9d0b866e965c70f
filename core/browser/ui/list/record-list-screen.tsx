import type { z } from 'zod';
import { homeOf, listNameOf } from '../../../contracts/endpoints/crud.ts';
import type { AnyEndpoint } from '../../../contracts/endpoints/endpoint.ts';
import type { FieldDeclaration } from '../../../contracts/records/record-fields.ts';
import { DateText } from '../../format/formatted.tsx';
import { useSession } from '../../screens/session.tsx';
import type { IconName } from '../display/icon.tsx';
import { fieldColumn, fieldFilters, type ReferenceSources } from '../form/record/record-fields.tsx';
import type { RecordKind } from '../form/record/record-form.tsx';
import type { RowOf } from '../record/record-source.ts';
import { ListScreen } from './list-screen.tsx';
import type { ListColumn, ListFilter, ListScreenProps } from './list-types.ts';

type Row = { id: string; name: string; createdAt: string } & Readonly<Record<string, unknown>>;
type ListedRecord = RecordKind & { list: AnyEndpoint };

interface RecordListProps<Kind extends ListedRecord>
  extends Partial<Omit<ListScreenProps<Kind['list']>, 'endpoint' | 'columns' | 'empty' | 'rowHref'>> {
  record: Kind;
  /** Sources of referenced records, for filters. */
  sources?: ReferenceSources;
  /** Columns in place of the declared fields, between name and creation date. */
  columns?: ListScreenProps<Kind['list']>['columns'];
  icon: IconName;
  emptyText: string;
  /** False hides the record's import. */
  hasImport?: boolean;
}

const titled = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
const shapeOf = (list: AnyEndpoint): Readonly<Record<string, z.ZodType>> =>
  (list.query as z.ZodObject<Record<string, z.ZodType>>).shape;
const readRow = (row: unknown): Row => row as Row;

const declaredFields = (fields: RecordKind['fields']): [string, FieldDeclaration][] =>
  Object.entries(fields?.fields ?? {});

/** Declared fields as columns, and the screen's own columns. */
function fieldColumns<R>({ fields, list }: ListedRecord, given: readonly ListColumn<R>[]): ListColumn<R>[] {
  const sorting = shapeOf(list)['sortBy'];
  const isSortable = (name: string): boolean => sorting?.safeParse(name).success ?? false;
  const isGiven = (name: string): boolean => given.some(({ id }) => id === name);
  const declaredColumns = declaredFields(fields).flatMap(([name, declared]): ListColumn<R>[] => {
    return isGiven(name)
      ? []
      : [
          fieldColumn<string, never>({ fields: { [name]: declared } }, name, {
            sortable: isSortable(name),
            ...(declared.kind === 'text' ? {} : { width: 140 }),
          }),
        ];
  });
  return [
    { id: 'name', header: 'Name', cell: (row) => readRow(row).name, sortable: isSortable('name') },
    ...given,
    ...declaredColumns,
    ...(isGiven('createdAt')
      ? []
      : [
          {
            id: 'createdAt',
            header: 'Created',
            cell: (row: R) => <DateText value={readRow(row).createdAt} />,
            sortable: isSortable('createdAt'),
            width: 120,
            // Hidden by default if the screen has columns of its own.
            ...(fields ? {} : { defaultHidden: true }),
          },
        ]),
  ];
}

const flagFilters = ({ fields, list }: ListedRecord): ListFilter[] =>
  declaredFields(fields).flatMap(([name, { kind, label }]): ListFilter[] =>
    kind === 'flag' && name in shapeOf(list) ? [{ kind: 'boolean', name, label }] : [],
  );

/**
 * The list of a record with declared fields: columns, filters, creation and import are derived from the record. Given
 * props override the derived ones.
 */
export function RecordListScreen<const Kind extends ListedRecord>(props: RecordListProps<Kind>) {
  const { record, sources = {}, columns, icon, emptyText, filters = [], hasImport = true, ...own } = props;
  const { can } = useSession();
  const declared = [...(record.fields ? fieldFilters(record.fields, sources, can) : []), ...flagFilters(record)];
  const given = filters.flatMap((filter) => ('name' in filter ? filter.name : []));
  const home = homeOf(record.home, record.list);
  const [one, many] = record.words;
  const name = listNameOf(record, record.list);
  const create = { label: `New ${one}`, href: `${home}/create` };
  return (
    <ListScreen<Kind['list']>
      name={name}
      title={titled(many)}
      {...(hasImport ? { importType: name } : {})}
      defaultSort={{ by: 'name', order: 'asc' }}
      rowLabel={(row) => readRow(row).name}
      primaryAction={create}
      {...own}
      endpoint={record.list}
      columns={fieldColumns<RowOf<Kind['list']>>(record, columns ?? [])}
      filters={[...filters, ...declared.filter((filter) => !('name' in filter && given.includes(filter.name)))]}
      rowHref={(row) => `${home}/${readRow(row).id}`}
      empty={{
        title: `No ${many} yet`,
        text: emptyText,
        icon,
        action: create,
      }}
    />
  );
}
