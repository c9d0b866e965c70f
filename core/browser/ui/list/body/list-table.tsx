import { Checkbox, Skeleton, VisuallyHidden } from '@mantine/core';
import {
  type ColumnDef,
  columnOrderingFeature,
  columnVisibilityFeature,
  FlexRender,
  rowSelectionFeature,
  rowSortingFeature,
  type Row as TableRow,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  type UIEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Link, useLocation, useNavigate, useNavigationType } from 'react-router';
import type { returning } from '../../../api/origin.ts';
import { useShortcut } from '../../../keys/shortcut.ts';
import { Icon } from '../../display/icon.tsx';
import { useDelay } from '../../feedback/use-delay.ts';
import { cardColumns } from '../columns/card-columns.ts';
import { ColumnResizer, fixedWidths } from '../columns/column-resizer.tsx';
import classes from '../list-screen.module.css';
import type { ListColumn } from '../list-types.ts';
import { recallPlace, rememberPlace } from '../state/list-place.ts';
import { nextSort, toggleSelection } from '../state/list-state.ts';
import type { ListLook } from '../views/list-look.ts';
import cardClasses from './list-cards.module.css';

const features = tableFeatures({
  columnOrderingFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
});

/** Width of the column of check boxes in pixels. */
const pickWidth = 46;

interface Sorting {
  sortBy: string | null;
  sortOrder: 'asc' | 'desc';
}

export interface ListTableProps<Row extends { id: string }> {
  label: string;
  rows: readonly Row[];
  columns: readonly ListColumn<Row>[];
  /** Ids of the shown columns, in order. */
  shown: readonly string[];
  look: Pick<ListLook, 'widths' | 'density'>;
  onWidths(widths: ListLook['widths']): void;
  sorting: Sorting;
  onSort(sorting: Sorting): void;
  /** Field of the list's default order. */
  defaultSortBy: string | undefined;
  isSelectable: boolean;
  selected: Readonly<Record<string, true>>;
  onSelect(selected: Record<string, true>): void;
  rowHref(row: Row): string | undefined;
  onOpen?(row: Row): void;
  /** What a key does with the marked row. */
  rowKey?: { key: string; label: string; run(row: Row): void };
  rowLabel(row: Row): string;
  onEscape(): void;
  /** False in a list inside another screen, where single letters are no shortcuts. */
  hasShortcuts: boolean;
  /** Name under which its scroll position is stored: the list's name and address; undefined inside another screen. */
  placeName: string | undefined;
  isFetching: boolean;
  isLoading: boolean;
  /** Shown in place of the rows. */
  state?: ReactNode;
}

const sortField = <Row,>(column: ListColumn<Row>): string | undefined =>
  column.sortable ? (column.sortable === true ? column.id : column.sortable) : undefined;

/** The rows and columns for the table. */
function useRowTable<Row extends { id: string }>({ rows, columns, shown, selected, sorting }: ListTableProps<Row>) {
  const definitions = useMemo<ColumnDef<typeof features, Row>[]>(
    () =>
      columns.map((column) => ({
        id: column.id,
        header: column.header,
        cell: ({ row }) => column.cell(row.original),
        enableSorting: Boolean(column.sortable),
      })),
    [columns],
  );
  const sorted = columns.find((column) => sortField(column) === sorting.sortBy && sorting.sortBy !== null);
  return useTable({
    features,
    data: rows,
    columns: definitions,
    getRowId: (row: Row) => row.id,
    manualSorting: true,
    state: {
      columnOrder: [...shown],
      columnVisibility: Object.fromEntries(columns.map(({ id }) => [id, shown.includes(id)])),
      rowSelection: selected,
      sorting: sorted ? [{ id: sorted.id, desc: sorting.sortOrder === 'desc' }] : [],
    },
  });
}

/**
 * The row of the keyboard focus. After going back, the list is shown as it was left; a new page or filter starts at the
 * top without a marked row.
 */
function useActiveRow(region: RefObject<HTMLElement | null>, ids: readonly string[], placeName: string | undefined) {
  const [active, setActive] = useState<number | null>(null);
  const { state: step } = useLocation();
  const isBack = useRef(useNavigationType() === 'POP' || Boolean((step as typeof returning | null)?.returns));
  const firstID = ids[0];
  useEffect(() => {
    if (firstID === undefined) return setActive(null);
    const place = isBack.current && placeName ? recallPlace(placeName) : undefined;
    isBack.current = false;
    region.current?.scrollTo({ top: place?.top ?? 0 });
    const at = place?.id ? ids.indexOf(place.id) : -1;
    setActive(at < 0 ? null : at);
    if (at >= 0) region.current?.focus({ preventScroll: true });
  }, [firstID]);
  useEffect(() => {
    if (active !== null) region.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const move = (step: number) => {
    if (ids.length === 0) return;
    region.current?.focus({ preventScroll: true });
    setActive((at) => Math.min(Math.max((at ?? (step > 0 ? -1 : ids.length)) + step, 0), ids.length - 1));
  };
  const keepPlace = (id: string) => {
    if (placeName) rememberPlace(placeName, { top: region.current?.scrollTop ?? 0, id });
  };
  return { active, setActive, move, keepPlace };
}

/**
 * The table of a list: a focusable region with the keys j, k, arrows, x, Enter and Esc. The server determines the order
 * of rows.
 */
export function ListTable<Row extends { id: string }>(props: ListTableProps<Row>) {
  const { rows, columns, selected, isSelectable, hasShortcuts, rowHref } = props;
  const navigate = useNavigate();
  const region = useRef<HTMLElement>(null);
  const grid = useRef<HTMLTableElement>(null);
  const last = useRef<string | null>(null);
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const table = useRowTable(props);
  const { active, setActive, move, keepPlace } = useActiveRow(region, ids, props.placeName);
  const activeRow = active === null ? undefined : rows[active];
  const byID = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);

  const toggle = (id: string, isRange: boolean) => {
    props.onSelect(toggleSelection(selected, ids, id, last.current, isRange));
    last.current = id;
  };
  const open = (row: Row, isNewTab = false) => {
    keepPlace(row.id);
    const href = rowHref(row);
    if (href && isNewTab) window.open(href, '_blank', 'noopener');
    else if (href) navigate(href);
    else props.onOpen?.(row);
  };
  useShortcut('j', () => move(1), { label: 'Next row', group: 'List', enabled: hasShortcuts });
  useShortcut('k', () => move(-1), { label: 'Previous row', group: 'List', enabled: hasShortcuts });
  const pick = (isRange: boolean) => () => activeRow && isSelectable && toggle(activeRow.id, isRange);
  const canPick = hasShortcuts && isSelectable;
  const { rowKey } = props;
  const canPickByKey = canPick && rowKey?.key !== 'x';
  useShortcut('x', pick(false), { label: 'Select the row', group: 'List', enabled: canPickByKey });
  useShortcut(rowKey?.key ?? 'x', () => activeRow && rowKey?.run(activeRow), {
    label: rowKey?.label ?? '',
    group: 'List',
    enabled: hasShortcuts && rowKey !== undefined,
  });
  useShortcut('shift+x', pick(true), { label: 'Select up to the row', group: 'List', enabled: canPick });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== region.current) return;
    const acts: Record<string, () => void> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Home: () => setActive(rows.length > 0 ? 0 : null),
      End: () => setActive(rows.length > 0 ? rows.length - 1 : null),
      Enter: () => activeRow && open(activeRow, event.metaKey || event.ctrlKey),
      Escape: props.onEscape,
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const onRowClick = (row: Row) => (event: MouseEvent) => {
    keepPlace(row.id);
    const isControl =
      event.target instanceof Element && event.target.closest('a, button, input, label, [role="menuitem"]') !== null;
    if (!isControl && !window.getSelection()?.toString()) open(row, event.metaKey || event.ctrlKey);
  };

  const leaves = table.getVisibleLeafColumns().flatMap(({ id }) => byID.get(id) ?? []);
  const cards = cardColumns(leaves);
  const fixed = fixedWidths(leaves, props.look.widths);
  // After horizontal scrolling, the edge of the fixed first column casts a shadow.
  const onScroll = (event: UIEvent<HTMLElement>) =>
    event.currentTarget.toggleAttribute('data-scrolled', event.currentTarget.scrollLeft > 0);
  return (
    <section
      ref={region}
      className={`${classes['region']} ${cardClasses['cards']}`}
      aria-label={props.label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      onKeyDown={onKeyDown}
      onScroll={onScroll}
      data-density={props.look.density}
      data-selectable={isSelectable || undefined}
      aria-busy={props.isFetching}
    >
      {props.isFetching && !props.isLoading && <div className={classes['bar']} />}
      <VisuallyHidden aria-live="polite">
        {activeRow && active !== null ? `Row ${active + 1} of ${rows.length}: ${props.rowLabel(activeRow)}` : ''}
      </VisuallyHidden>
      <table
        ref={grid}
        className={classes['table']}
        data-fixed={fixed ? true : undefined}
        style={fixed && { width: fixed.reduce((sum, { width }) => sum + width, isSelectable ? pickWidth : 0) }}
      >
        <ListTableHead list={props} grid={grid} columns={leaves} fixed={fixed} />
        <tbody>
          {props.isLoading && <SkeletonRows columns={leaves.length + (isSelectable ? 1 : 0)} />}
          {!props.isLoading &&
            !props.state &&
            table.getRowModel().rows.map((row, index) => (
              <tr
                key={row.id}
                className={classes['row']}
                data-row
                data-selected={selected[row.id] || undefined}
                data-active={index === active || undefined}
                data-opens={rowHref(row.original) || props.onOpen ? true : undefined}
                onClick={onRowClick(row.original)}
              >
                {isSelectable && (
                  <td className={classes['pick']} data-pinned>
                    <Checkbox
                      checked={Boolean(selected[row.id])}
                      onChange={(event) =>
                        toggle(row.id, event.nativeEvent instanceof window.MouseEvent && event.nativeEvent.shiftKey)
                      }
                      aria-label={`Select ${props.rowLabel(row.original)}`}
                    />
                  </td>
                )}
                <RowCells row={row} columns={byID} cards={cards} href={rowHref(row.original)} />
                {fixed && <td className={classes['rest']} />}
              </tr>
            ))}
        </tbody>
      </table>
      {props.state}
    </section>
  );
}

/** The check box for all rows of this page. */
function PickAll<Row extends { id: string }>({
  rows,
  selected,
  onSelect,
}: Pick<ListTableProps<Row>, 'rows' | 'selected' | 'onSelect'>) {
  const ids = rows.map(({ id }) => id);
  const isAll = ids.length > 0 && ids.every((id) => selected[id]);
  const isSome = ids.some((id) => selected[id]);
  const toggleAll = () => {
    const next = { ...selected };
    for (const id of ids) {
      if (isAll) delete next[id];
      else next[id] = true;
    }
    onSelect(next);
  };
  return (
    <Checkbox
      checked={isAll}
      indeterminate={isSome && !isAll}
      onChange={toggleAll}
      aria-label="Select every row of this page"
      disabled={ids.length === 0}
    />
  );
}

interface ListTableHeadProps<Row extends { id: string }> {
  list: ListTableProps<Row>;
  grid: RefObject<HTMLTableElement | null>;
  /** The shown columns, in order. */
  columns: readonly ListColumn<Row>[];
  fixed: ReturnType<typeof fixedWidths>;
}

function ListTableHead<Row extends { id: string }>({ list, grid, columns, fixed }: ListTableHeadProps<Row>) {
  const [edge, setEdge] = useState('');
  const tabStop = columns.some(({ id }) => id === edge) ? edge : columns[0]?.id;
  return (
    <thead>
      <tr>
        {list.isSelectable && (
          <th className={classes['pick']} scope="col" data-pinned>
            <PickAll {...list} />
          </th>
        )}
        {columns.map((column, position) => (
          <HeaderCell
            key={column.id}
            column={column}
            width={fixed?.[position]?.width ?? column.width}
            isPinned={position === 0}
            sorting={list.sorting}
            defaultField={list.defaultSortBy}
            onSort={list.onSort}
          >
            <ColumnResizer
              table={grid}
              id={column.id}
              header={column.header}
              width={fixed?.[position]?.width}
              isTabStop={column.id === tabStop}
              onFocus={() => setEdge(column.id)}
              onWidths={list.onWidths}
            />
          </HeaderCell>
        ))}
        {fixed && <td className={classes['rest']} />}
      </tr>
    </thead>
  );
}

function HeaderCell<Row>(props: {
  column: ListColumn<Row>;
  width: number | undefined;
  isPinned: boolean;
  sorting: Sorting;
  defaultField: string | undefined;
  onSort(sorting: Sorting): void;
  /** The edge for resizing. */
  children: ReactNode;
}) {
  const { column, sorting, defaultField, onSort } = props;
  const field = sortField(column);
  const isSorted = field !== undefined && sorting.sortBy === field;
  return (
    <th
      scope="col"
      data-column={column.id}
      data-align={column.align}
      data-pinned={props.isPinned ? 'edge' : undefined}
      style={props.width ? { width: props.width } : undefined}
      aria-sort={isSorted ? (sorting.sortOrder === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      <div className={classes['heading']}>
        {field ? (
          <button
            type="button"
            className={classes['sort']}
            onClick={() => onSort(nextSort(sorting, field, defaultField))}
          >
            {column.header}
            {isSorted && <Icon name={sorting.sortOrder === 'asc' ? 'arrowUp' : 'arrowDown'} size={12} />}
          </button>
        ) : (
          column.header
        )}
      </div>
      {props.children}
    </th>
  );
}

interface RowCellsProps<Row extends { id: string }> {
  row: TableRow<typeof features, Row>;
  columns: ReadonlyMap<string, ListColumn<Row>>;
  /** Columns shown in a row's card. */
  cards: ReadonlySet<string>;
  /** Address of the first cell's link. */
  href: string | undefined;
}

function RowCells<Row extends { id: string }>({ row, columns, cards, href }: RowCellsProps<Row>) {
  return row.getVisibleCells().map((cell, position) => {
    const column = columns.get(cell.column.id);
    const isFirst = position === 0;
    const content = <FlexRender cell={cell} />;
    return (
      <td
        key={cell.id}
        data-align={column?.align}
        data-card={isFirst ? 'title' : cards.has(cell.column.id) || undefined}
        data-label={column?.header}
        data-pinned={isFirst ? 'edge' : undefined}
      >
        {isFirst && href ? (
          <Link to={href} className={classes['link']}>
            {content}
          </Link>
        ) : (
          content
        )}
      </td>
    );
  });
}

function SkeletonRows({ columns }: { columns: number }) {
  const isLate = useDelay();
  if (!isLate) return null;
  return Array.from({ length: 12 }, (_, row) => (
    <tr key={`row-${row + 1}`}>
      {Array.from({ length: columns }, (_cell, cell) => (
        <td key={`cell-${cell + 1}`}>
          <Skeleton height={10} width={`${45 + ((row * 13 + cell * 29) % 45)}%`} />
        </td>
      ))}
    </tr>
  ));
}
