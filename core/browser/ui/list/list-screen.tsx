import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { endpointPath } from '../../../contracts/client.ts';
import type { AnyEndpoint } from '../../../contracts/endpoints/endpoint.ts';
import { listSavedViews } from '../../../contracts/records/saved-view.contract.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { importPath } from '../../api/use-import-types.ts';
import { formats } from '../../format/format.ts';
import { useShortcut } from '../../keys/shortcut.ts';
import { accountURL } from '../../screens/account-tab.ts';
import { useScreenTitle } from '../../screens/screen-title.ts';
import { useSession } from '../../screens/session.tsx';
import { Icon } from '../display/icon.tsx';
import { LinkButton } from '../display/screen-link.tsx';
import { EmptyState, ErrorState, NoMatchState } from '../feedback/states.tsx';
import { HeaderCount, PageHeader } from '../frame/page-header.tsx';
import type { RowOf } from '../record/record-source.ts';
import { ListBody } from './body/lazy-list-body.tsx';
import type { ListPage } from './body/list-body.tsx';
import { csvColumns } from './columns/csv-columns.ts';
import { ListColumns } from './columns/list-columns.tsx';
import { derivedColumns } from './derived/derived-columns.tsx';
import { derivedFilters } from './derived/derived-filters.ts';
import classes from './list-screen.module.css';
import type { CompleteList, ListFilter, ListScreenProps, SystemView } from './list-types.ts';
import { ListFilters } from './state/list-filters.tsx';
import {
  filterNames,
  filterQuery,
  type ListState,
  pageQueryOf,
  readListState,
  sameView,
  shownColumns,
  viewQuery,
} from './state/list-state.ts';
import { useListState } from './state/use-list-state.ts';
import { type ListView, ListViews } from './views/list-views.tsx';
import { useListLook } from './views/use-list-look.ts';
import { ViewCount } from './views/view-count.tsx';

const allView: ListView = { id: '', name: 'All', query: '' };

/** The list with the columns and filters that the screen names. */
function useCompleteList<E extends AnyEndpoint>(props: ListScreenProps<E>): CompleteList<E> {
  const { canAll } = useSession();
  const { endpoint } = props;
  const columns = useMemo(() => derivedColumns<RowOf<E>>(endpoint, props.columns), [endpoint, props.columns]);
  return { ...props, columns, filters: derivedFilters(endpoint, props.filters ?? [], canAll) };
}

/** State of the list, with the filters and sorting that the screen declares. */
function useDeclaredState<E extends AnyEndpoint>(list: CompleteList<E>) {
  const { filters } = list;
  // Screens declare filters inline, so their identity changes with each render, but their names do not.
  const filterSignature = filters.flatMap(filterNames).join();
  const stableFilters = useMemo(() => filters, [filterSignature]);
  const sortSignature = `${list.defaultSort?.by}/${list.defaultSort?.order}`;
  const defaultSort = useMemo(() => list.defaultSort, [sortSignature]);
  const control = useListState(stableFilters, defaultSort, list.embedded ?? false);
  return { defaultSort, control };
}

/** Views of the screen and the account, and the open one. */
function useListViews(list: { name: string; views?: readonly SystemView[]; embedded?: boolean }, open: string | null) {
  const { account } = useSession();
  // Views are stored in an account, and an operator may have none.
  const canSave = !list.embedded && account !== null;
  const saved = useEndpoint(listSavedViews, { query: { screen: list.name } }, { enabled: canSave, staleTime: 300_000 });
  const views: ListView[] = [
    allView,
    ...(list.views ?? []),
    ...(saved.data?.items ?? []).map((view) => ({
      id: view.id,
      name: view.name,
      query: view.query,
      look: view,
      saved: view,
    })),
  ];
  const current = views.find((view) => view.id === (open ?? '')) ?? allView;
  return { views, current, canSave };
}

type PrimaryAction = NonNullable<ListScreenProps<AnyEndpoint>['primaryAction']>;

/** The primary action, if the person may do it; `c` does it too. */
function usePrimaryAction(action: PrimaryAction | undefined, hasShortcut: boolean): PrimaryAction | undefined {
  const { can, canOpen } = useSession();
  const navigate = useNavigate();
  const primary = action && (!action.needs || can(action.needs)) && canOpen(action.href ?? '/') ? action : undefined;
  useShortcut('c', () => (primary?.href ? navigate(primary.href) : primary?.onClick?.()), {
    label: primary?.label ?? 'Create',
    group: 'List',
    enabled: primary !== undefined && hasShortcut,
  });
  return primary;
}

function PrimaryButton({ action }: { action: PrimaryAction }) {
  const plus = <Icon name="plus" size={14} />;
  return action.href ? (
    <LinkButton leftSection={plus} to={action.href}>
      {action.label}
    </LinkButton>
  ) : (
    <Button leftSection={plus} onClick={action.onClick}>
      {action.label}
    </Button>
  );
}

/** A link to the import of these records, for people who may run it. */
function ImportButton({ type }: { type: string | undefined }) {
  const { imports } = useSession();
  if (type === undefined || !imports.some(({ name }) => name === type)) return null;
  return (
    <LinkButton variant="default" leftSection={<Icon name="upload" size={14} />} to={importPath(type)}>
      Import
    </LinkButton>
  );
}

/** The text of an empty list. */
function EmptyList<E extends AnyEndpoint>({
  list,
  primary,
}: {
  list: CompleteList<E>;
  primary: PrimaryAction | undefined;
}) {
  const { canOpen } = useSession();
  const { empty, primaryAction } = list;
  // Usually the same as the primary action, and then only offered to people who may do that.
  const isPrimaryAgain = !empty?.action?.href || empty.action.href === primaryAction?.href;
  const mayStart = isPrimaryAgain ? primary || !primaryAction : canOpen(empty?.action?.href ?? '/');
  return (
    <EmptyState
      title={empty?.title ?? `No ${list.title.toLowerCase()} yet`}
      text={empty?.text}
      icon={empty?.icon ?? 'inbox'}
      action={(mayStart ? empty?.action : undefined) ?? primary}
    />
  );
}

/** Address of the list as CSV: all matching rows, the shown columns. */
function csvAddress<E extends AnyEndpoint>(
  { endpoint, params, columns }: CompleteList<E>,
  query: Record<string, unknown>,
  shown: readonly string[],
): string {
  const { take: _take, skip: _skip, ...exported } = query;
  return accountURL(endpointPath(endpoint, params ? { params } : {}), {
    ...exported,
    format: 'csv',
    columns: csvColumns(columns.filter(({ id }) => shown.includes(id))),
  });
}

/** The current restrictions of the list in words. */
const restrictions = (filters: readonly ListFilter[], state: ListState): string[] => [
  ...(state.query ? [`"${state.query}"`] : []),
  ...filters.filter((filter) => filterNames(filter).some((each) => state.filters[each])).map(({ label }) => label),
];

/**
 * A complete list screen: views, search, filters, table, selection, paging, CSV, keyboard and all states. Its state is
 * in its address.
 */
export function ListScreen<E extends AnyEndpoint>(given: ListScreenProps<E>) {
  const props = useCompleteList(given);
  const { name, title, endpoint, columns, filters, embedded: isEmbedded = false } = props;
  const search = useRef<HTMLInputElement>(null);
  const { defaultSort, control } = useDeclaredState(props);
  const { state, change } = control;
  useScreenTitle(isEmbedded ? null : title);

  const query = { ...props.fixedQuery, ...pageQueryOf(state) };
  const page = useEndpoint<AnyEndpoint>(endpoint, { params: props.params, query }, { keepPrevious: true });
  const data = page.data as ListPage<RowOf<E> & { id: string }> | undefined;

  const { views, current, canSave } = useListViews(props, state.view);
  const choice = useListLook(name, current);
  const shown = shownColumns(columns, choice.look.columns);
  const stateQuery = viewQuery(state, defaultSort);
  const isDirty = !sameView(stateQuery, current.query, filters, defaultSort) || choice.isChanged;
  const stateOf = (view: ListView) => readListState(new URLSearchParams(view.query), filters, defaultSort);
  const openView = (view: ListView) => {
    choice.reset();
    change({ ...stateOf(view), view: view.id || null, skip: 0 });
  };
  const countOf = (view: ListView) => (
    <ViewCount
      endpoint={endpoint}
      params={props.params}
      query={{ ...props.fixedQuery, ...filterQuery(stateOf(view)) }}
    />
  );

  const primary = usePrimaryAction(props.primaryAction, !isEmbedded);
  const isSearchable = props.searchable !== false;
  useShortcut('/', () => search.current?.focus(), {
    label: 'Search the list',
    group: 'List',
    enabled: isSearchable && !isEmbedded,
  });

  const clearFilters = () => change({ filters: {}, query: '' });
  const restricting = restrictions(filters, state);
  const tableState =
    page.error && !data ? (
      <ErrorState error={page.error} onRetry={() => void page.refetch()} what="list" />
    ) : data && data.items.length === 0 ? (
      restricting.length > 0 ? (
        <NoMatchState filters={restricting} onClear={clearFilters} />
      ) : (
        <EmptyList list={props} primary={primary} />
      )
    ) : undefined;
  const primaryButton = primary && <PrimaryButton action={primary} />;
  return (
    <div className={isEmbedded ? `${classes['screen']} ${classes['embedded']}` : classes['screen']}>
      {!isEmbedded && (
        <PageHeader
          title={title}
          beside={data && <HeaderCount>{formats().number(data.count)}</HeaderCount>}
          actions={
            <>
              {props.actions}
              <ImportButton type={props.importType} />
              {primaryButton}
            </>
          }
        />
      )}
      {props.children}
      {!isEmbedded && (
        <ListViews
          screen={name}
          views={views}
          current={current}
          isDirty={isDirty}
          query={stateQuery}
          look={choice.look}
          canSave={canSave}
          onOpen={openView}
          {...(data ? { countOf } : {})}
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
          {props.csv !== false && <CsvLink name={name} href={csvAddress(props, query, shown)} />}
          <ListColumns
            columns={columns}
            shown={shown}
            look={choice.look}
            onChange={choice.change}
            onReset={choice.clear}
          />
        </span>
      </div>
      <ListBody
        list={props}
        control={control}
        defaultSort={defaultSort}
        shown={shown}
        look={choice}
        page={data}
        isFetching={page.isFetching}
        isLoading={page.isPending}
        state={tableState}
      />
    </div>
  );
}

function CsvLink({ name, href }: { name: string; href: string }) {
  return (
    <Tooltip label="Export every matching row as CSV">
      <ActionIcon component="a" href={href} download={`${name}.csv`} aria-label="Export as CSV">
        <Icon name="download" />
      </ActionIcon>
    </Tooltip>
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
    // The address changed from outside (a view, Back). Shows the new text, but never overwrites text that is being
    // entered.
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
