import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { endpointPath } from '../../../contracts/client.ts';
import type { AnyEndpoint, EndpointInput } from '../../../contracts/endpoint.ts';
import { listSavedViews } from '../../../contracts/saved-view.contract.ts';
import { accountURL } from '../../account-tab.ts';
import { formats } from '../../format.ts';
import { useScreenTitle } from '../../screen-title.ts';
import { useSession } from '../../session.tsx';
import { useShortcut } from '../../shortcut.ts';
import { endpointKey, useEndpoint } from '../../use-endpoint.ts';
import { importPath } from '../../use-import-types.ts';
import { Icon } from '../icon.tsx';
import { HeaderCount, PageHeader } from '../page-header.tsx';
import type { RowOf } from '../record-source.ts';
import { LinkButton } from '../screen-link.tsx';
import { EmptyState, ErrorState, NoMatchState } from '../states.tsx';
import { csvColumns } from './csv-columns.ts';
import { ListBulkBar } from './list-bulk-bar.tsx';
import { ListColumns } from './list-columns.tsx';
import { ListFilters } from './list-filters.tsx';
import { ListFooter } from './list-footer.tsx';
import classes from './list-screen.module.css';
import {
  filterNames,
  filterQuery,
  listAddress,
  pageQueryOf,
  readListState,
  sameView,
  shownColumns,
  viewQuery,
} from './list-state.ts';
import { ListTable } from './list-table.tsx';
import type { BulkSelection, ListFilter, ListScreenProps } from './list-types.ts';
import { type ListView, ListViews } from './list-views.tsx';
import { rememberWalk } from './list-walk.ts';
import { useListLook } from './use-list-look.ts';
import { useListState } from './use-list-state.ts';
import { ViewCount } from './view-count.tsx';

const noFilters: readonly ListFilter[] = [];
const allView: ListView = { id: '', name: 'All', query: '' };

interface Page<Row> {
  items: readonly Row[];
  count: number;
}

/**
 * A whole list screen: views, search, filters, table, selection, paging, CSV, keyboard and every state; its address is
 * its state.
 */
export function ListScreen<E extends AnyEndpoint>(props: ListScreenProps<E>) {
  type Row = RowOf<E> & { id: string };
  const { name, title, endpoint, columns, views = [], bulkActions = [], embedded: isEmbedded = false } = props;
  const session = useSession();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const queries = useQueryClient();
  const search = useRef<HTMLInputElement>(null);
  // Filters are declared inline by screens; their identity changes with every render, their names do not.
  const filterSignature = (props.filters ?? noFilters).flatMap(filterNames).join();
  const stableFilters = useMemo(() => props.filters ?? noFilters, [filterSignature]);
  const sortSignature = `${props.defaultSort?.by}/${props.defaultSort?.order}`;
  const defaultSort = useMemo(() => props.defaultSort, [sortSignature]);
  const filters = props.filters ?? noFilters;
  const { state, change } = useListState(stableFilters, defaultSort, isEmbedded);
  useScreenTitle(isEmbedded ? null : title);

  const query = { ...props.fixedQuery, ...pageQueryOf(state) };
  const page = useEndpoint(endpoint, { params: props.params, query } as unknown as EndpointInput<E>, {
    keepPrevious: true,
  });
  const data = page.data as Page<Row> | undefined;
  const rows = data?.items ?? [];
  const count = data?.count ?? 0;

  // Views are kept in an account; the operator may have none.
  const keepsViews = !isEmbedded && session.account !== null;
  const saved = useEndpoint(listSavedViews, { query: { screen: name } }, { enabled: keepsViews, staleTime: 300_000 });
  const allViews: ListView[] = [
    allView,
    ...views,
    ...(saved.data?.items ?? []).map((view) => ({
      id: view.id,
      name: view.name,
      query: view.query,
      look: view,
      saved: view,
    })),
  ];
  const current = allViews.find((view) => view.id === (state.view ?? '')) ?? allView;
  const choice = useListLook(name, current);
  const shown = shownColumns(columns, choice.look.columns);
  const stateQuery = viewQuery(state, defaultSort);
  const isDirty = !sameView(stateQuery, current.query, filters, defaultSort) || choice.isChanged;

  const [selected, setSelected] = useState<Record<string, true>>({});
  const [isMatchingPicked, setMatchingPicked] = useState(false);
  const clearSelection = () => {
    setSelected({});
    setMatchingPicked(false);
  };
  const filterText = JSON.stringify(filterQuery(state));
  // Picked rows belong to the filter under which they were picked.
  useEffect(clearSelection, [filterText]);
  const pickedIDs = Object.keys(selected);
  const filter = { ...(props.fixedQuery as Record<string, string> | undefined), ...filterQuery(state) };
  const selection: BulkSelection = isMatchingPicked
    ? { kind: 'filter', filter, all: Object.keys(filter).length === 0, count }
    : { kind: 'ids', ids: pickedIDs, count: pickedIDs.length };

  const { rowHref } = props;
  const { canOpen } = session;
  useEffect(() => {
    if (isEmbedded || !rowHref || !data) return;
    const hrefs = data.items.flatMap((row) => rowHref(row) ?? []).filter(canOpen);
    rememberWalk(name, { url: pathname + listAddress(state, defaultSort), hrefs });
  }, [isEmbedded, rowHref, data, name, pathname, state, defaultSort, canOpen]);

  const { primaryAction, empty } = props;
  const primary =
    primaryAction && (!primaryAction.needs || session.can(primaryAction.needs)) && canOpen(primaryAction.href ?? '/')
      ? primaryAction
      : undefined;
  // Mostly the primary action in other words: who may not do that is not offered this.
  const isPrimaryAgain = !empty?.action?.href || empty.action.href === primaryAction?.href;
  const mayStart = isPrimaryAgain ? primary || !primaryAction : canOpen(empty?.action?.href ?? '/');
  const emptyAction = mayStart ? empty?.action : undefined;
  const runPrimary = () => (primary?.href ? navigate(primary.href) : primary?.onClick?.());
  useShortcut('c', runPrimary, {
    label: primary?.label ?? 'Create',
    group: 'List',
    enabled: primary !== undefined && !isEmbedded,
  });
  const isSearchable = props.searchable !== false;
  useShortcut('/', () => search.current?.focus(), {
    label: 'Search the list',
    group: 'List',
    enabled: isSearchable && !isEmbedded,
  });

  const openView = (view: ListView) => {
    const next = readListState(new URLSearchParams(view.query), filters, defaultSort);
    choice.reset();
    change({ ...next, view: view.id || null, skip: 0 });
  };
  const clearFilters = () => change({ filters: {}, query: '' });
  const activeLabels = filters
    .filter((filter) => filterNames(filter).some((each) => state.filters[each]))
    .map(({ label }) => label);
  if (state.query) activeLabels.unshift(`"${state.query}"`);
  const isFiltered = activeLabels.length > 0;

  const tableState =
    page.error && !data ? (
      <ErrorState error={page.error} onRetry={() => void page.refetch()} what="list" />
    ) : data && rows.length === 0 ? (
      isFiltered ? (
        <NoMatchState filters={activeLabels} onClear={clearFilters} />
      ) : (
        <EmptyState
          title={empty?.title ?? `No ${title.toLowerCase()} yet`}
          text={empty?.text}
          icon={empty?.icon ?? 'inbox'}
          action={
            emptyAction ??
            (primary
              ? { label: primary.label, ...(primary.href ? { href: primary.href } : { onClick: runPrimary }) }
              : undefined)
          }
        />
      )
    ) : undefined;

  const { take: _take, skip: _skip, ...exported } = query as Record<string, unknown>;
  const csvHref =
    props.csv === false
      ? undefined
      : accountURL(endpointPath(endpoint, props.params ? { params: props.params } : {}), {
          ...exported,
          format: 'csv',
          columns: csvColumns(columns.filter(({ id }) => shown.includes(id))),
        });

  const { importType } = props;
  const importButton = importType !== undefined && session.imports.some(({ name: own }) => own === importType) && (
    <LinkButton variant="default" leftSection={<Icon name="upload" size={14} />} to={importPath(importType)}>
      Import
    </LinkButton>
  );
  const plus = <Icon name="plus" size={14} />;
  const primaryButton =
    primary &&
    (primary.href ? (
      <LinkButton leftSection={plus} to={primary.href}>
        {primary.label}
      </LinkButton>
    ) : (
      <Button leftSection={plus} onClick={primary.onClick}>
        {primary.label}
      </Button>
    ));
  const hasHeader = !isEmbedded;
  return (
    <div className={isEmbedded ? `${classes['screen']} ${classes['embedded']}` : classes['screen']}>
      {hasHeader && (
        <PageHeader
          title={title}
          beside={data && <HeaderCount>{formats().number(count)}</HeaderCount>}
          actions={
            <>
              {props.actions}
              {importButton}
              {primaryButton}
            </>
          }
        />
      )}
      {props.children}
      {hasHeader && (
        <ListViews
          screen={name}
          views={allViews}
          current={current}
          isDirty={isDirty}
          query={stateQuery}
          look={choice.look}
          canSave={keepsViews}
          onOpen={openView}
          {...(data
            ? {
                countOf: (view) => (
                  <ViewCount
                    endpoint={endpoint}
                    params={props.params}
                    query={{
                      ...props.fixedQuery,
                      ...filterQuery(readListState(new URLSearchParams(view.query), filters, defaultSort)),
                    }}
                  />
                ),
              }
            : {})}
        />
      )}
      <div className={classes['toolbar']}>
        {isSearchable && (
          <SearchBox
            inputRef={search}
            value={state.query}
            placeholder={
              props.searchPlaceholder ?? `Search ${title.replace(/^[A-Z](?![A-Z])/, (first) => first.toLowerCase())}`
            }
            onChange={(text) => change({ query: text }, 'replace')}
          />
        )}
        <ListFilters
          filters={filters}
          values={state.filters}
          onChange={(values) => change({ filters: values })}
          onClear={clearFilters}
          hasSearch={state.query !== ''}
        />
        <span className={classes['toolbarEnd']}>
          {isEmbedded && props.actions}
          {isEmbedded && primaryButton}
          {csvHref && (
            <Tooltip label="Export every matching row as CSV">
              <ActionIcon component="a" href={csvHref} download={`${name}.csv`} aria-label="Export as CSV">
                <Icon name="download" />
              </ActionIcon>
            </Tooltip>
          )}
          <ListColumns
            columns={columns}
            shown={shown}
            look={choice.look}
            onChange={choice.change}
            onReset={choice.clear}
          />
        </span>
      </div>
      <div className={classes['body']}>
        <ListTable<Row>
          label={title}
          rows={rows}
          columns={columns}
          shown={shown}
          look={choice.look}
          onWidths={(widths) => choice.change({ widths })}
          sorting={state}
          defaultSortBy={defaultSort?.by}
          onSort={(sorting) => change(sorting)}
          isSelectable={[...bulkActions, ...(props.bulkEdit ? [props.bulkEdit] : [])].some(
            ({ needs }) => !needs || session.can(needs),
          )}
          selected={selected}
          onSelect={(next) => {
            setMatchingPicked(false);
            setSelected(next);
          }}
          rowHref={(row) => {
            const href = rowHref?.(row);
            return href !== undefined && canOpen(href) ? href : undefined;
          }}
          {...(props.onOpen ? { onOpen: props.onOpen } : {})}
          rowLabel={(row) => props.rowLabel?.(row) ?? row.id}
          onEscape={clearSelection}
          hasShortcuts={!isEmbedded}
          placeName={isEmbedded ? undefined : name + pathname + listAddress(state, defaultSort)}
          isFetching={page.isFetching}
          isLoading={page.isPending}
          state={tableState}
        />
        <ListBulkBar
          actions={bulkActions}
          edit={props.bulkEdit}
          selection={selection}
          matching={count}
          can={session.can}
          {...(count > rows.length && pickedIDs.length >= rows.length
            ? { onSelectMatching: () => setMatchingPicked(true) }
            : {})}
          onClear={clearSelection}
          onDone={() => {
            clearSelection();
            void queries.invalidateQueries({ queryKey: endpointKey(endpoint) });
          }}
        />
        {data && <ListFooter state={state} count={count} shown={rows.length} onChange={change} />}
      </div>
    </div>
  );
}

function SearchBox(props: {
  inputRef: React.RefObject<HTMLInputElement | null>;
  value: string;
  placeholder: string;
  onChange(text: string): void;
}) {
  const [text, setText] = useState(props.value);
  const { value, onChange } = props;
  const sent = useRef(value);
  useEffect(() => {
    // The address changed from outside (a view, Back): show that, but never overwrite what is being typed.
    if (value !== sent.current) {
      sent.current = value;
      setText(value);
    }
  }, [value]);
  useEffect(() => {
    if (text === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = text;
      onChange(text);
    }, 200);
    return () => clearTimeout(timer);
  }, [text, onChange]);
  return (
    <TextInput
      ref={props.inputRef}
      className={classes['search']}
      type="search"
      leftSection={<Icon name="search" size={14} />}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        if (text) setText('');
        else event.currentTarget.blur();
      }}
      placeholder={props.placeholder}
      aria-label={props.placeholder}
    />
  );
}
