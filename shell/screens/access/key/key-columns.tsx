import {
  DateText,
  DateTimeText,
  type ListColumn,
  type ListFilter,
  type MenuAction,
  StatusBadge,
  type StatusTone,
} from '@millwright/core/browser';
import { RowMenu } from '../../pages/row-menu.tsx';

interface KeyStates<Status extends string> {
  names: Readonly<Record<Status, string>>;
  tones: Readonly<Record<Status, StatusTone>>;
  options: readonly { value: Status; label: string }[];
}

/** The first two entries of a list, and the number of the others. */
export const listedKeys = (names: readonly string[]): string =>
  names.length > 2 ? `${names.slice(0, 2).join(', ')} +${names.length - 2}` : names.join(', ');

/** The first columns of every key list. */
export const keyColumns = <Status extends string>(
  states: KeyStates<Status>,
): ListColumn<{ name: string; status: Status }>[] => [
  { id: 'name', header: 'Name', cell: (key) => key.name, sortable: true },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <StatusBadge tone={states.tones[status]}>{states.names[status]}</StatusBadge>,
    width: 100,
  },
];

export const lastUsedColumn: ListColumn<{ lastUsedAt: string | null }> = {
  id: 'lastUsedAt',
  header: 'Last used',
  cell: (key) => (key.lastUsedAt ? <DateTimeText value={key.lastUsedAt} relative /> : 'Never'),
  sortable: true,
  width: 130,
};

export const madeColumn: ListColumn<{ createdAt: string }> = {
  id: 'createdAt',
  header: 'Made',
  cell: (key) => <DateText value={key.createdAt} />,
  sortable: true,
  width: 120,
  defaultHidden: true,
};

/** The action menu at the end of a key's row. */
export const menuColumn = <Key,>(
  labelOf: (key: Key) => string,
  itemsOf: (key: Key) => readonly (MenuAction | false)[],
): ListColumn<Key> => ({
  id: 'actions',
  header: '',
  csv: false,
  width: 52,
  align: 'end',
  cell: (key) => <RowMenu label={labelOf(key)} items={itemsOf(key)} />,
});

export const statusFilter = <Status extends string>({ options }: KeyStates<Status>): ListFilter => ({
  kind: 'select',
  name: 'status',
  label: 'Status',
  options,
});
