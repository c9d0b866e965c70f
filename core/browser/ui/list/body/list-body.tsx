import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { AnyEndpoint } from '../../../../contracts/endpoints/endpoint.ts';
import { endpointKey } from '../../../api/use-endpoint.ts';
import { useSession } from '../../../screens/session.tsx';
import type { RowOf } from '../../record/record-source.ts';
import { ListBulkBar } from '../bulk/lazy-list-bulk-bar.tsx';
import classes from '../list-screen.module.css';
import type { BulkSelection, CompleteList } from '../list-types.ts';
import {
  type DefaultSort,
  filterQuery,
  type ListState,
  listAddress,
  type PickedRows,
  picksUnder,
} from '../state/list-state.ts';
import { rememberWalk } from '../state/list-walk.ts';
import type { ListStateControl } from '../state/use-list-state.ts';
import type { ListLookControl } from '../views/use-list-look.ts';
import { ListFooter } from './list-footer.tsx';
import { ListTable } from './list-table.tsx';

/** The picked rows, or all matching ones, and the resulting selection for bulk actions. */
function usePickedRows(state: ListState, fixedQuery: Record<string, unknown> | undefined, count: number) {
  const filterText = JSON.stringify(filterQuery(state));
  const [known, setPicks] = useState<PickedRows>(() => picksUnder(undefined, filterText));
  const picks = picksUnder(known, filterText);
  // Stored, so that old picks do not return with their filter.
  if (picks !== known) setPicks(picks);
  const select = (rows: PickedRows['rows']) => setPicks({ filter: filterText, rows, isMatching: false });
  const ids = Object.keys(picks.rows);
  const filter = { ...(fixedQuery as Record<string, string> | undefined), ...filterQuery(state) };
  const selection: BulkSelection = picks.isMatching
    ? { kind: 'filter', filter, all: Object.keys(filter).length === 0, count }
    : { kind: 'ids', ids, count: ids.length };
  const selectMatching = () => setPicks({ ...picks, isMatching: true });
  return { selected: picks.rows, select, selectMatching, clear: () => select({}), selection };
}

export interface ListPage<Row> {
  items: readonly Row[];
  count: number;
}

export interface ListBodyProps<E extends AnyEndpoint> {
  list: CompleteList<E>;
  control: ListStateControl;
  defaultSort: DefaultSort | undefined;
  /** Ids of the shown columns, in order. */
  shown: readonly string[];
  look: ListLookControl;
  /** Undefined until the first page is loaded. */
  page: ListPage<RowOf<E> & { id: string }> | undefined;
  isFetching: boolean;
  isLoading: boolean;
  /** Shown in place of the rows. */
  state: ReactNode;
}

/** The table of a list screen with bulk actions on picked rows, and paging. */
export function LoadedListBody<E extends AnyEndpoint>(props: ListBodyProps<E>) {
  type Row = RowOf<E> & { id: string };
  const { list, control, defaultSort, page, look } = props;
  const { name, endpoint, bulkActions = [], bulkEdit, embedded: isEmbedded = false, rowHref } = list;
  const { state, change } = control;
  const { can, canOpen } = useSession();
  const { pathname } = useLocation();
  const queries = useQueryClient();
  const rows = page?.items ?? [];
  const count = page?.count ?? 0;
  const { selected, select, selectMatching, clear, selection } = usePickedRows(state, list.fixedQuery, count);

  useEffect(() => {
    if (isEmbedded || !rowHref || !page) return;
    const hrefs = page.items.flatMap((row) => rowHref(row) ?? []).filter(canOpen);
    rememberWalk(name, { url: pathname + listAddress(state, defaultSort), hrefs });
  }, [isEmbedded, rowHref, page, name, pathname, state, defaultSort, canOpen]);

  return (
    <div className={classes['body']}>
      <ListTable<Row>
        label={list.title}
        rows={rows}
        columns={list.columns}
        shown={props.shown}
        look={look.look}
        onWidths={(widths) => look.change({ widths })}
        sorting={state}
        defaultSortBy={defaultSort?.by}
        onSort={(sorting) => change(sorting)}
        isSelectable={[...bulkActions, ...(bulkEdit ? [bulkEdit] : [])].some(({ needs }) => !needs || can(needs))}
        selected={selected}
        onSelect={select}
        rowHref={(row) => {
          const href = rowHref?.(row);
          return href !== undefined && canOpen(href) ? href : undefined;
        }}
        {...(list.onOpen ? { onOpen: list.onOpen } : {})}
        {...(list.rowKey ? { rowKey: list.rowKey } : {})}
        rowLabel={(row) => list.rowLabel?.(row) ?? row.id}
        onEscape={clear}
        hasShortcuts={!isEmbedded}
        placeName={isEmbedded ? undefined : name + pathname + listAddress(state, defaultSort)}
        isFetching={props.isFetching}
        isLoading={props.isLoading}
        state={props.state}
      />
      <ListBulkBar
        actions={bulkActions}
        edit={bulkEdit}
        selection={selection}
        matching={count}
        can={can}
        {...(count > rows.length && selection.count >= rows.length ? { onSelectMatching: selectMatching } : {})}
        onClear={clear}
        onDone={() => {
          clear();
          void queries.invalidateQueries({ queryKey: endpointKey(endpoint) });
        }}
      />
      {page && <ListFooter state={state} count={count} shown={rows.length} onChange={change} />}
    </div>
  );
}
