import type { z } from 'zod';
import { homeOf } from '../../../contracts/crud.ts';
import type { AnyEndpoint } from '../../../contracts/endpoint.ts';
import type { FieldDeclaration } from '../../../contracts/record-fields.ts';
import { DateText } from '../../formatted.tsx';
import { useSession } from '../../session.tsx';
import { fieldColumn, fieldFilters, type ReferenceSources } from '../form/record-fields.tsx';
import type { RecordKind } from '../form/record-form.tsx';
import type { IconName } from '../icon.tsx';
import { ListScreen } from './list-screen.tsx';
import type { ListColumn, ListFilter, ListScreenProps } from './list-types.ts';

type Row = { id: string; name: string; createdAt: string } & Readonly<Record<string, unknown>>;
type ListedRecord = RecordKind & { list: AnyEndpoint };

interface RecordListProps<Kind extends ListedRecord>
  extends Partial<Omit<ListScreenProps<Kind['list']>, 'endpoint' | 'columns' | 'empty' | 'rowHref'>> {
  record: Kind;
  /** Where what its fields refer to is found, to filter by. */
  sources?: ReferenceSources;
  /** In place of the fields between name and day of creation, or beside them where they are called otherwise. */
  columns?: ListScreenProps<Kind['list']>['columns'];
  icon: IconName;
  /** What belongs here, where there is none yet. */
  emptyText: string;
}

const titled = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
const shapeOf = (list: AnyEndpoint): Readonly<Record<string, z.ZodType>> => (list.query as z.ZodObject).shape as never;

const declaredFields = (fields: RecordKind['fields']): [string, FieldDeclaration][] =>
  Object.entries(fields?.fields ?? {});

/** Fields as columns, with what the screen says of its own. */
function fieldColumns({ fields, list }: ListedRecord, given: readonly ListColumn<Row>[]): ListColumn<Row>[] {
  const sorting = shapeOf(list)['sortBy'];
  const isSortable = (name: string): boolean => sorting?.safeParse(name).success ?? false;
  const own = declaredFields(fields).flatMap(([name, declared]): ListColumn<Row>[] => {
    return given.some(({ id }) => id === name)
      ? []
      : [
          fieldColumn<string, never>({ fields: { [name]: declared } }, name, {
            sortable: isSortable(name),
            ...(declared.kind === 'text' ? {} : { width: 140 }),
          }),
        ];
  });
  return [
    { id: 'name', header: 'Name', cell: ({ name }) => name, sortable: isSortable('name') },
    ...given,
    ...own,
    {
      id: 'createdAt',
      header: 'Created',
      cell: ({ createdAt }) => <DateText value={createdAt} />,
      sortable: isSortable('createdAt'),
      width: 120,
      // Screens with columns of their own have enough of them.
      ...(fields ? {} : { defaultHidden: true }),
    },
  ];
}

const flagFilters = ({ fields, list }: ListedRecord): ListFilter[] =>
  declaredFields(fields).flatMap(([name, { kind, label }]): ListFilter[] =>
    kind === 'flag' && name in shapeOf(list) ? [{ kind: 'boolean', name, label }] : [],
  );

/**
 * The list of a record whose fields are declared: its columns, filters, way to a new one and import follow from the
 * record; what is said here comes in their place.
 */
export function RecordListScreen<const Kind extends ListedRecord>(props: RecordListProps<Kind>) {
  const { record, sources = {}, columns, icon, emptyText, filters = [], ...own } = props;
  const { can } = useSession();
  const declared = [...(record.fields ? fieldFilters(record.fields, sources, can) : []), ...flagFilters(record)];
  const given = filters.flatMap((filter) => ('name' in filter ? filter.name : []));
  const home = homeOf(record.home, record.list);
  const [one, many] = record.words;
  const name = home.slice(home.lastIndexOf('/') + 1);
  const create = { label: `New ${one}`, href: `${home}/create` };
  return (
    <ListScreen<Kind['list']>
      name={name}
      title={titled(many)}
      importType={name}
      defaultSort={{ by: 'name', order: 'asc' }}
      rowLabel={(row) => (row as unknown as Row).name}
      primaryAction={create}
      {...own}
      endpoint={record.list}
      columns={fieldColumns(record, (columns ?? []) as never) as never}
      filters={[...filters, ...declared.filter((filter) => !('name' in filter && given.includes(filter.name)))]}
      rowHref={(row) => `${home}/${(row as unknown as Row).id}`}
      empty={{
        title: `No ${many} yet`,
        text: emptyText,
        icon,
        action: create,
      }}
    />
  );
}
