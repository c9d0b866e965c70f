import { homeOf, listNameOf } from '../../../contracts/endpoints/crud.ts';
import type { AnyEndpoint } from '../../../contracts/endpoints/endpoint.ts';
import type { FieldDeclaration } from '../../../contracts/records/fields/record-fields.ts';
import { useSession } from '../../screens/session.tsx';
import type { IconName } from '../display/icon.tsx';
import { fieldFilters, type ReferenceSources } from '../form/record/record-fields.tsx';
import type { RecordKind } from '../form/record/record-form.tsx';
import type { RowOf } from '../record/record-source.ts';
import { ListScreen } from './list-screen.tsx';
import type { ListedColumn, ListScreenProps } from './list-types.ts';

type Row = { id: string; name: string; createdAt: string } & Readonly<Record<string, unknown>>;
type ListedRecord = RecordKind & { list: AnyEndpoint };

interface RecordListProps<Kind extends ListedRecord>
  extends Partial<Omit<ListScreenProps<Kind['list']>, 'endpoint' | 'columns' | 'empty' | 'rowHref'>> {
  record: Kind;
  /** Sources of referenced records, for filters. */
  sources?: ReferenceSources;
  /** Columns before the declared fields, and what is special about these; the name comes first, the creation last. */
  columns?: ListScreenProps<Kind['list']>['columns'];
  icon: IconName;
  emptyText: string;
  /** False hides the record's import. */
  hasImport?: boolean;
}

const titled = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
const readRow = (row: unknown): Row => row as Row;

const nameOf = (given: string | { id: string } | { name: string } | object): string | undefined =>
  typeof given === 'string' ? given : 'id' in given ? given.id : 'name' in given ? given.name : undefined;

/** Name, the screen's own columns, declared fields and creation, which is hidden unless fields are declared. */
function namedColumns<R>({ fields }: ListedRecord, given: readonly ListedColumn<R>[]): ListedColumn<R>[] {
  const names = given.map(nameOf);
  const declared = Object.entries<FieldDeclaration>(fields?.fields ?? {}).map(([id, { kind }]) =>
    kind === 'text' ? { id } : { id, width: 140 },
  );
  const created = fields ? { id: 'createdAt' } : { id: 'createdAt', defaultHidden: true };
  const others = [...declared, created].filter(({ id }) => !names.includes(id));
  return [{ id: 'name' }, ...given, ...others] as ListedColumn<R>[];
}

/**
 * The list of a record with declared fields: columns, filters, creation and import are derived from the record. Given
 * props override the derived ones.
 */
export function RecordListScreen<const Kind extends ListedRecord>(props: RecordListProps<Kind>) {
  const { record, sources = {}, columns, icon, emptyText, filters = [], hasImport = true, ...own } = props;
  const { can } = useSession();
  const declared = record.fields ? fieldFilters(record.fields, sources, can) : [];
  const named = filters.map(nameOf);
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
      columns={namedColumns<RowOf<Kind['list']>>(record, columns ?? [])}
      filters={[...filters, ...declared.filter((filter) => !named.includes(nameOf(filter)))]}
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
