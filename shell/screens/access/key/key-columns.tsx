import { DateTimeText, type ListColumn, type ListedColumn, type MenuAction } from '@millwright/core/browser';
import { RowMenu } from '../../pages/row-menu.tsx';

/** The first two entries of a list, and the number of the others. */
export const listedKeys = (names: readonly string[]): string =>
  names.length > 2 ? `${names.slice(0, 2).join(', ')} +${names.length - 2}` : names.join(', ');

export const lastUsedColumn: ListedColumn<{ lastUsedAt: string | null }> = {
  id: 'lastUsedAt',
  cell: (key) => (key.lastUsedAt ? <DateTimeText value={key.lastUsedAt} relative /> : 'Never'),
  width: 130,
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
