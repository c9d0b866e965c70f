import { ActionIcon, Button, Chip, Group, TextInput, Tooltip } from '@mantine/core';
import {
  accountURL,
  type BulkEdit,
  type BulkSelection,
  EmptyState,
  ErrorState,
  endpointPath,
  HeaderCount,
  Icon,
  importPath,
  LinkButton,
  ListBulkBar,
  LoadingState,
  NoMatchState,
  PageHeader,
  toast,
  useClient,
  useEndpoint,
  useImportTypes,
  useSession,
  useShortcut,
} from '@millwright/core/browser';
import { parseAsArrayOf, parseAsString, useQueryState } from 'nuqs';
import { type RefObject, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import {
  bulkEditStorageLocations,
  getStorageLocationTree,
  listStorageLocations,
  previewBulkEditStorageLocations,
  type StorageLocationNode,
} from '../../../contracts/index.ts';
import { usePrintLabels } from '../../labels/label/use-print-labels.ts';
import { departmentSource } from '../../record-sources.ts';
import { BulkCreateDialog } from './bulk-create-dialog.tsx';
import { locationTypeOptions, stateOptions } from './location-text.tsx';
import classes from './tree/location-tree.module.css';
import { LocationTree } from './tree/location-tree.tsx';
import { MoveLocationDialog } from './tree/move-dialog.tsx';
import { insideOf, visibleRows } from './tree/tree-rows.ts';
import { useMoveLocations } from './tree/use-move-locations.ts';

const noNodes: readonly StorageLocationNode[] = [];
/** A tree of at most so many places is fully open at first; in a larger one only the roots are open. */
const fewPlaces = 40;

const importType = 'storage-locations';
/** Export columns as the import reads them, each place before the places inside it. */
const exported = {
  format: 'csv',
  sortBy: 'fullName',
  columns: [
    'fullName=Full path',
    'name=Name',
    'type=Type',
    'reservationState=State',
    'isPromisable=Promised',
    'department.name=Department',
    'holderAccount.name=Held by',
    'isDefault=Default',
    'itemCount=Items',
    'notes=Notes',
  ],
};

/** The search text of the tree; the address holds it. */
function usePlaceSearch() {
  const [text, setText] = useQueryState('query', parseAsString.withDefault(''));
  const [states, setStates] = useQueryState('reservationStates', parseAsArrayOf(parseAsString).withDefault([]));
  return {
    text,
    states,
    isNarrowed: text.trim() !== '' || states.length > 0,
    setText: (next: string) => void setText(next || null),
    setStates: (next: string[]) => void setStates(next.length ? next : null),
    clear: () => {
      void setText(null);
      void setStates(null);
    },
  };
}

/** The expanded places. */
function useOpenPlaces(nodes: readonly StorageLocationNode[]) {
  const [opened, setOpened] = useState<ReadonlySet<string> | null>(null);
  const everything = useMemo(() => new Set(nodes.filter((node) => node.childCount > 0).map(({ id }) => id)), [nodes]);
  const atFirst = useMemo(
    () => new Set(nodes.filter(({ depth }) => nodes.length <= fewPlaces || depth === 0).map(({ id }) => id)),
    [nodes],
  );
  const expanded = opened ?? atFirst;
  const isAllOpen = expanded.size >= everything.size;
  useShortcut('shift+e', () => setOpened(opened?.size === everything.size ? new Set() : everything), {
    label: 'Open or close the whole tree',
    group: 'List',
  });
  return {
    expanded,
    isAllOpen,
    /** Whether any place contains others. */
    isNested: everything.size > 0,
    toggle: (id: string, open: boolean) => {
      const next = new Set(expanded);
      if (open) next.add(id);
      else next.delete(id);
      setOpened(next);
    },
    toggleAll: () => setOpened(isAllOpen ? new Set() : everything),
  };
}

/** Moves places into the place they are dropped on, and offers to undo it. */
function useDrop(byID: ReadonlyMap<string, StorageLocationNode>, onMoved: (into: string) => void) {
  const move = useMoveLocations();
  return async (ids: readonly string[], onto: StorageLocationNode) => {
    const before = new Map(ids.map((id) => [id, byID.get(id)?.parentID ?? null]));
    const moved = await move(ids, onto.id);
    if (moved === 0) return;
    onMoved(onto.id);
    const [first = ''] = ids;
    const what = ids.length === 1 ? (byID.get(first)?.name ?? 'Place') : `${moved} places`;
    toast.undo(`${what} moved into ${onto.name}`, async () => {
      for (const [id, parentID] of before) await move([id], parentID);
    });
  };
}

/** The bulk edit of places. */
function usePlaceEdit(): BulkEdit {
  const client = useClient();
  const { can } = useSession();
  const chosen = (selection: BulkSelection) => ({ locationIDs: selection.kind === 'ids' ? selection.ids : [] });
  return {
    one: 'place',
    several: 'places',
    needs: 'storage_locations:update',
    fields: [
      { name: 'reservationState', label: 'State', kind: 'select', options: stateOptions },
      { name: 'isPromisable', label: 'Promised to customers', kind: 'boolean' },
      { name: 'type', label: 'Type', kind: 'select', options: locationTypeOptions },
      ...(can('departments:read')
        ? [
            {
              name: 'departmentID',
              label: 'Department',
              kind: 'record' as const,
              source: departmentSource,
              isClearable: true,
            },
          ]
        : []),
    ],
    preview: (selection, field, value) =>
      client.call(previewBulkEditStorageLocations, { body: { ...chosen(selection), changes: { [field]: value } } }),
    run: (selection, field, value) =>
      client.call(bulkEditStorageLocations, { body: { ...chosen(selection), changes: { [field]: value } } }),
  };
}

interface PickedPlacesBarProps {
  picked: string[];
  onMove(): void;
  onClear(): void;
  onDone(): void;
}

function PickedPlacesBar({ picked, onMove, onClear, onDone }: PickedPlacesBarProps) {
  const { can } = useSession();
  const printLabels = usePrintLabels('location');
  const edit = usePlaceEdit();
  return (
    <ListBulkBar
      actions={[
        ...printLabels,
        {
          id: 'move',
          label: 'Move to',
          needs: 'storage_locations:update',
          isQuiet: true,
          run: async () => void onMove(),
        },
      ]}
      edit={edit}
      selection={{ kind: 'ids', ids: picked, count: picked.length }}
      matching={picked.length}
      can={can}
      onClear={onClear}
      onDone={onDone}
    />
  );
}

interface PlaceSearchBarProps {
  search: ReturnType<typeof usePlaceSearch>;
  open: ReturnType<typeof useOpenPlaces>;
  inputRef: RefObject<HTMLInputElement | null>;
}

function PlaceSearchBar({ search, open, inputRef }: PlaceSearchBarProps) {
  const { text, states, isNarrowed, setText, setStates } = search;
  const { isAllOpen, isNested, toggleAll } = open;
  const csvHref = accountURL(endpointPath(listStorageLocations, {}), {
    ...exported,
    ...(text.trim() ? { query: text.trim() } : {}),
    ...(states.length ? { reservationStates: states } : {}),
  });
  return (
    <div className={classes['bar']}>
      <TextInput
        ref={inputRef}
        className={classes['search'] ?? ''}
        size="xs"
        placeholder="Search paths: crib a 1"
        aria-label="Search storage locations"
        leftSection={<Icon name="search" size={14} />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Chip.Group multiple value={states} onChange={setStates}>
        <Group gap="xs">
          {stateOptions.map(({ value, label }) => (
            <Chip key={value} value={value} size="xs">
              {label}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      {!isNarrowed && isNested && (
        <Button variant="subtle" size="compact-xs" onClick={toggleAll}>
          {isAllOpen ? 'Close all' : 'Open all'}
        </Button>
      )}
      <Tooltip label="Export every matching place as CSV">
        <ActionIcon component="a" href={csvHref} download="storage-locations.csv" aria-label="Export as CSV">
          <Icon name="download" />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

/** Buttons for adding places. */
function CreateButtons({ canImport, onAddRack }: { canImport: boolean; onAddRack(): void }) {
  return (
    <>
      {canImport && (
        <LinkButton variant="default" leftSection={<Icon name="upload" size={14} />} to={importPath(importType)}>
          Import
        </LinkButton>
      )}
      <Button variant="default" onClick={onAddRack}>
        Add a rack
      </Button>
      <LinkButton to="/dashboard/storage-locations/create" leftSection={<Icon name="plus" size={14} />}>
        New storage location
      </LinkButton>
    </>
  );
}

/** Column headings of the tree. */
function TreeHead() {
  return (
    <div className={classes['head']} aria-hidden>
      <span>Name</span>
      <span className={classes['wide']}>Type</span>
      <span>State</span>
      <span className={classes['wide']}>Held by</span>
      <span className={classes['number']}>Items</span>
      <span className={classes['wide']} />
    </div>
  );
}

export function StorageLocationListScreen() {
  const { can } = useSession();
  const navigate = useNavigate();
  const tree = useEndpoint(getStorageLocationTree, {}, { keepPrevious: true });
  const nodes = tree.data?.items ?? noNodes;
  const search = usePlaceSearch();
  const { text, states } = search;
  const [activeID, setActiveID] = useState<string | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [moving, setMoving] = useState<{ ids: string[]; what: string } | null>(null);
  const [isAddingRack, setAddingRack] = useState(false);
  const searchInput = useRef<HTMLInputElement>(null);
  const canCreate = can('storage_locations:create');
  const canMove = can('storage_locations:update');
  const importTypes = useImportTypes();
  const canImport = importTypes.data?.items.some(({ name }) => name === importType) ?? false;

  useShortcut('/', () => searchInput.current?.focus(), { label: 'Search the list', group: 'List' });
  useShortcut('c', () => void navigate('/dashboard/storage-locations/create'), {
    label: 'New storage location',
    group: 'List',
    enabled: canCreate,
  });
  const open = useOpenPlaces(nodes);
  const { expanded, toggle } = open;
  const rows = useMemo(() => visibleRows(nodes, { expanded, search: text, states }), [nodes, expanded, text, states]);
  const byID = useMemo(() => new Map(nodes.map((node) => [node.id, node])), [nodes]);
  const picked = [...selected].filter((id) => byID.has(id));
  const drop = useDrop(byID, (into) => toggle(into, true));

  const active = rows.find(({ node }) => node.id === activeID)?.node;
  const add = (node: StorageLocationNode) => void navigate(`/dashboard/storage-locations/create?parentID=${node.id}`);
  const ask = (ids: string[]) =>
    setMoving({ ids, what: ids.length === 1 ? (byID.get(ids[0] ?? '')?.name ?? '') : `${ids.length} places` });
  useShortcut('+', () => active && add(active), {
    label: 'Add a place inside',
    group: 'Tree',
    enabled: canCreate && active !== undefined,
  });
  useShortcut('>', () => active && ask([active.id]), {
    label: 'Move the place',
    group: 'Tree',
    enabled: canMove && active !== undefined,
  });

  const select = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    setSelected(next);
  };

  const body =
    tree.error && !tree.data ? (
      <ErrorState error={tree.error} onRetry={() => void tree.refetch()} what="storage locations" />
    ) : !tree.data ? (
      <LoadingState lines={12} />
    ) : nodes.length === 0 ? (
      <EmptyState
        title="No storage locations yet"
        text="Warehouses, racks and bins: where stock lies, as a tree of any depth."
        icon="building"
        action={{ label: 'New storage location', href: '/dashboard/storage-locations/create' }}
      />
    ) : rows.length === 0 ? (
      <NoMatchState
        filters={[...(text.trim() ? [`"${text}"`] : []), ...(states.length ? ['State'] : [])]}
        onClear={search.clear}
      />
    ) : (
      <>
        <TreeHead />
        <LocationTree
          rows={rows}
          activeID={activeID}
          selected={selected}
          canMove={canMove}
          canCreate={canCreate}
          onActive={setActiveID}
          onToggle={toggle}
          onSelect={select}
          onOpen={(node) => void navigate(`/dashboard/storage-locations/${node.id}`)}
          onAdd={add}
          onMove={(node) => ask([node.id])}
          takes={(draggedID, onto) => {
            const ids = selected.has(draggedID) ? picked : [draggedID];
            return ids.every((id) => byID.get(id)?.parentID !== onto.id && !insideOf(nodes, id).has(onto.id));
          }}
          onDrop={(ids, onto) => void drop(ids, onto)}
        />
      </>
    );

  return (
    <div className={classes['screen']}>
      <PageHeader
        title="Storage locations"
        beside={tree.data && <HeaderCount>{nodes.length.toLocaleString('en-US')}</HeaderCount>}
        actions={canCreate && <CreateButtons canImport={canImport} onAddRack={() => setAddingRack(true)} />}
      />
      <PlaceSearchBar search={search} open={open} inputRef={searchInput} />
      {body}
      <PickedPlacesBar
        picked={picked}
        onMove={() => ask(picked)}
        onClear={() => setSelected(new Set())}
        onDone={() => void tree.refetch()}
      />
      {moving && (
        <MoveLocationDialog
          ids={moving.ids}
          what={moving.what}
          onClose={() => setMoving(null)}
          onMoved={() => {
            setMoving(null);
            setSelected(new Set());
          }}
        />
      )}
      {isAddingRack && (
        <BulkCreateDialog
          parent={undefined}
          onClose={() => setAddingRack(false)}
          onCreated={() => setAddingRack(false)}
        />
      )}
    </div>
  );
}
