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
import { useMemo, useRef, useState } from 'react';
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
import classes from './location-tree.module.css';
import { LocationTree } from './location-tree.tsx';
import { MoveLocationDialog } from './move-dialog.tsx';
import { insideOf, visibleRows } from './tree-rows.ts';
import { useMoveLocations } from './use-move-locations.ts';

const noNodes: readonly StorageLocationNode[] = [];
/** A tree that is no longer than a screen or two is shown whole at first, of a larger one what is inside the roots. */
const fewPlaces = 40;

const importType = 'storage-locations';
/** Columns of the export as an import takes them, each place before what is inside it. */
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

export function StorageLocationListScreen() {
  const session = useSession();
  const client = useClient();
  const printLabels = usePrintLabels('location');
  const navigate = useNavigate();
  const tree = useEndpoint(getStorageLocationTree, {}, { keepPrevious: true });
  const nodes = tree.data?.items ?? noNodes;
  const [text, setText] = useQueryState('query', parseAsString.withDefault(''));
  const [states, setStates] = useQueryState('reservationStates', parseAsArrayOf(parseAsString).withDefault([]));
  const [opened, setOpened] = useState<ReadonlySet<string> | null>(null);
  const [activeID, setActiveID] = useState<string | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [moving, setMoving] = useState<{ ids: string[]; what: string } | null>(null);
  const [isAddingRack, setAddingRack] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const move = useMoveLocations();
  const canCreate = session.can('storage_locations:create');
  const importTypes = useImportTypes();
  const canImport = importTypes.data?.items.some(({ name }) => name === importType);
  const csvHref = accountURL(endpointPath(listStorageLocations, {}), {
    ...exported,
    ...(text.trim() ? { query: text.trim() } : {}),
    ...(states.length ? { reservationStates: states } : {}),
  });
  const canMove = session.can('storage_locations:update');
  const chosen = (selection: BulkSelection) => ({ locationIDs: selection.kind === 'ids' ? selection.ids : [] });
  const edit: BulkEdit = {
    one: 'place',
    several: 'places',
    needs: 'storage_locations:update',
    fields: [
      { name: 'reservationState', label: 'State', kind: 'select', options: stateOptions },
      { name: 'isPromisable', label: 'Promised to customers', kind: 'boolean' },
      { name: 'type', label: 'Type', kind: 'select', options: locationTypeOptions },
      ...(session.can('departments:read')
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

  const everything = useMemo(() => new Set(nodes.filter((node) => node.childCount > 0).map(({ id }) => id)), [nodes]);
  const atFirst = useMemo(
    () => new Set(nodes.filter(({ depth }) => nodes.length <= fewPlaces || depth === 0).map(({ id }) => id)),
    [nodes],
  );
  const expanded = opened ?? atFirst;
  const rows = useMemo(() => visibleRows(nodes, { expanded, search: text, states }), [nodes, expanded, text, states]);
  const byID = useMemo(() => new Map(nodes.map((node) => [node.id, node])), [nodes]);
  const picked = [...selected].filter((id) => byID.has(id));
  const isFiltered = text.trim() !== '' || states.length > 0;

  useShortcut('/', () => search.current?.focus(), { label: 'Search the list', group: 'List' });
  useShortcut('c', () => void navigate('/dashboard/storage-locations/create'), {
    label: 'New storage location',
    group: 'List',
    enabled: canCreate,
  });
  useShortcut('shift+e', () => setOpened(opened?.size === everything.size ? new Set() : everything), {
    label: 'Open or close the whole tree',
    group: 'List',
  });

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

  const toggle = (id: string, open: boolean) => {
    const next = new Set(expanded);
    if (open) next.add(id);
    else next.delete(id);
    setOpened(next);
  };
  const select = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    setSelected(next);
  };
  const clear = () => {
    void setText(null);
    void setStates(null);
  };
  const drop = async (ids: readonly string[], onto: StorageLocationNode) => {
    const before = new Map(ids.map((id) => [id, byID.get(id)?.parentID ?? null]));
    const moved = await move(ids, onto.id);
    if (moved === 0) return;
    toggle(onto.id, true);
    const [first = ''] = ids;
    const what = ids.length === 1 ? (byID.get(first)?.name ?? 'Place') : `${moved} places`;
    toast.undo(`${what} moved into ${onto.name}`, async () => {
      for (const [id, parentID] of before) await move([id], parentID);
    });
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
        onClear={clear}
      />
    ) : (
      <>
        <div className={classes['head']} aria-hidden>
          <span>Name</span>
          <span className={classes['wide']}>Type</span>
          <span>State</span>
          <span className={classes['wide']}>Held by</span>
          <span className={classes['number']}>Items</span>
          <span className={classes['wide']} />
        </div>
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
        actions={
          canCreate && (
            <>
              {canImport && (
                <LinkButton
                  variant="default"
                  leftSection={<Icon name="upload" size={14} />}
                  to={importPath(importType)}
                >
                  Import
                </LinkButton>
              )}
              <Button variant="default" onClick={() => setAddingRack(true)}>
                Add a rack
              </Button>
              <LinkButton to="/dashboard/storage-locations/create" leftSection={<Icon name="plus" size={14} />}>
                New storage location
              </LinkButton>
            </>
          )
        }
      />
      <div className={classes['bar']}>
        <TextInput
          ref={search}
          className={classes['search'] ?? ''}
          size="xs"
          placeholder="Search paths: crib a 1"
          aria-label="Search storage locations"
          leftSection={<Icon name="search" size={14} />}
          value={text}
          onChange={(event) => void setText(event.currentTarget.value || null)}
        />
        <Chip.Group multiple value={states} onChange={(next) => void setStates(next.length ? next : null)}>
          <Group gap="xs">
            {stateOptions.map(({ value, label }) => (
              <Chip key={value} value={value} size="xs">
                {label}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        {!isFiltered && everything.size > 0 && (
          <Button
            variant="subtle"
            size="compact-xs"
            onClick={() => setOpened(expanded.size >= everything.size ? new Set() : everything)}
          >
            {expanded.size >= everything.size ? 'Close all' : 'Open all'}
          </Button>
        )}
        <Tooltip label="Export every matching place as CSV">
          <ActionIcon component="a" href={csvHref} download="storage-locations.csv" aria-label="Export as CSV">
            <Icon name="download" />
          </ActionIcon>
        </Tooltip>
      </div>
      {body}
      <ListBulkBar
        actions={[
          ...printLabels,
          {
            id: 'move',
            label: 'Move to',
            needs: 'storage_locations:update',
            isQuiet: true,
            run: async () => void ask(picked),
          },
        ]}
        edit={edit}
        selection={{ kind: 'ids', ids: picked, count: picked.length }}
        matching={picked.length}
        can={session.can}
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
