import { ActionIcon, Checkbox, Tooltip } from '@mantine/core';
import { Icon, StatusBadge } from '@millwright/core/browser';
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { type StorageLocationNode, storageLocationTypes } from '../../../../contracts/index.ts';
import { LocationState, rowName } from '../location-text.tsx';
import classes from './location-tree.module.css';
import type { TreeRow } from './tree-rows.ts';

export interface LocationTreeProps {
  rows: readonly TreeRow[];
  activeID: string | null;
  selected: ReadonlySet<string>;
  canMove: boolean;
  canCreate: boolean;
  onActive(id: string): void;
  onToggle(id: string, open: boolean): void;
  onSelect(id: string): void;
  onOpen(node: StorageLocationNode): void;
  onAdd(node: StorageLocationNode): void;
  onMove(node: StorageLocationNode): void;
  onDrop(ids: readonly string[], onto: StorageLocationNode): void;
  /** Whether a dragged place may be dropped on this one. */
  takes(draggedID: string, onto: StorageLocationNode): boolean;
}

const rowID = (id: string): string => `place-${id}`;

/** Keys of the tree; letters typed in quick succession find a place by the beginning of its name. */
function useTreeKeys(tree: LocationTreeProps, at: number): (event: KeyboardEvent) => void {
  const { rows } = tree;
  const go = (index: number) => {
    const row = rows[Math.min(Math.max(index, 0), rows.length - 1)];
    if (row) tree.onActive(row.node.id);
  };
  const typed = useRef({ text: '', at: 0 });
  const goToName = (key: string) => {
    const now = Date.now();
    const text = (now - typed.current.at < 800 ? typed.current.text : '') + key.toLowerCase();
    typed.current = { text, at: now };
    const found = [...rows.slice(at + (text.length === 1 ? 1 : 0)), ...rows].find(({ node }) =>
      node.name.toLowerCase().startsWith(text),
    );
    if (found) tree.onActive(found.node.id);
  };
  const keys: Record<string, (row: TreeRow) => void> = {
    ArrowDown: () => go(at + 1),
    ArrowUp: () => go(at - 1),
    Home: () => go(0),
    End: () => go(rows.length - 1),
    PageDown: () => go(at + 15),
    PageUp: () => go(at - 15),
    ArrowRight: ({ node, isExpanded }) =>
      node.childCount > 0 && (isExpanded ? go(at + 1) : tree.onToggle(node.id, true)),
    ArrowLeft: ({ node, isExpanded }) => {
      if (isExpanded) tree.onToggle(node.id, false);
      else if (node.parentID) tree.onActive(node.parentID);
    },
    Enter: ({ node }) => tree.onOpen(node),
    ' ': ({ node }) => tree.onSelect(node.id),
  };
  const active = rows[at];
  return (event) => {
    // Links and buttons inside a row handle their own keys.
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey || !active) return;
    const run = keys[event.key];
    if (!run && !/^[\p{L}\p{N}]$/u.test(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (run) run(active);
    else goToName(event.key);
  };
}

/** Props that make a row draggable and a drop target. */
function useDragging({ canMove, selected, takes, onDrop }: LocationTreeProps) {
  const [target, setTarget] = useState<string | null>(null);
  const dragged = useRef<string | null>(null);
  const end = () => {
    dragged.current = null;
    setTarget(null);
  };
  return (node: StorageLocationNode) => ({
    'data-target': target === node.id || undefined,
    draggable: canMove,
    onDragStart: (event: DragEvent) => {
      dragged.current = node.id;
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', node.fullName);
    },
    onDragOver: (event: DragEvent) => {
      if (!dragged.current || !takes(dragged.current, node)) return;
      event.preventDefault();
      setTarget(node.id);
    },
    onDragLeave: () => setTarget((current) => (current === node.id ? null : current)),
    onDragEnd: end,
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      const id = dragged.current;
      end();
      if (id) onDrop(selected.has(id) ? [...selected] : [id], node);
    },
  });
}

/** The tree of places: arrows move, open and close, letters find a name, Enter opens a place, Space selects it. */
export function LocationTree(props: LocationTreeProps) {
  const { rows, activeID, selected } = props;
  const at = Math.max(
    0,
    rows.findIndex(({ node }) => node.id === activeID),
  );
  const active = rows[at];
  const onKeyDown = useTreeKeys(props, at);
  const draggingOf = useDragging(props);

  useEffect(() => {
    if (activeID) document.getElementById(rowID(activeID))?.scrollIntoView({ block: 'nearest' });
  }, [activeID]);

  return (
    <div
      className={classes['tree']}
      role="tree"
      aria-label="Storage locations"
      aria-multiselectable
      aria-activedescendant={active ? rowID(active.node.id) : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      {rows.map(({ node, isExpanded, isMatch }) => (
        <div
          key={node.id}
          id={rowID(node.id)}
          className={classes['row']}
          role="treeitem"
          tabIndex={-1}
          aria-level={node.depth + 1}
          aria-expanded={node.childCount > 0 ? isExpanded : undefined}
          aria-selected={selected.has(node.id)}
          aria-label={rowName(node)}
          data-active={node.id === active?.node.id || undefined}
          data-faint={!isMatch || undefined}
          onMouseDown={() => props.onActive(node.id)}
          {...draggingOf(node)}
        >
          <LocationCells tree={props} node={node} isExpanded={isExpanded} />
          <LocationButtons tree={props} node={node} />
        </div>
      ))}
    </div>
  );
}

interface LocationPartProps {
  tree: LocationTreeProps;
  node: StorageLocationNode;
}

/** The cells of a row. */
function LocationCells({ tree, node, isExpanded }: LocationPartProps & { isExpanded: boolean }) {
  const isPicked = tree.selected.has(node.id);
  return (
    <>
      {/* Separated by spaces, so that screen readers read the cells as separate words. */}
      <span className={classes['name']} style={{ paddingInlineStart: `${node.depth * 1.25}rem` }}>
        <Checkbox
          size="xs"
          tabIndex={-1}
          checked={isPicked}
          onChange={() => tree.onSelect(node.id)}
          aria-label={`Pick ${node.fullName}`}
        />
        <button
          type="button"
          tabIndex={-1}
          className={node.childCount > 0 ? classes['twist'] : `${classes['twist']} ${classes['leaf']}`}
          aria-label={isExpanded ? `Close ${node.name}` : `Show what is inside ${node.name}`}
          onClick={() => tree.onToggle(node.id, !isExpanded)}
        >
          <Icon name={isExpanded ? 'chevronDown' : 'chevronRight'} size={14} />
        </button>
        <Link to={`/dashboard/storage-locations/${node.id}`} tabIndex={-1}>
          {node.name}
        </Link>{' '}
        {node.isDefault && <StatusBadge tone="info">Default</StatusBadge>}
      </span>{' '}
      <span className={`${classes['soft']} ${classes['wide']}`}>{storageLocationTypes[node.type]}</span>{' '}
      <span>
        <LocationState state={node.reservationState} isClosed={node.isClosed} />{' '}
        {!node.isPromisable && !node.isClosed && (
          <span className={classes['wide']}>
            <StatusBadge>Not promised</StatusBadge>
          </span>
        )}
      </span>{' '}
      <span className={`${classes['soft']} ${classes['wide']}`}>{node.holderName}</span>{' '}
      <span className={classes['number']}>{node.itemCount || ''}</span>
    </>
  );
}

function LocationButtons({ tree, node }: LocationPartProps) {
  return (
    <span className={`${classes['buttons']} ${classes['wide']}`}>
      {tree.canCreate && (
        <Tooltip label="Add inside">
          <ActionIcon
            variant="subtle"
            color="gray"
            tabIndex={-1}
            aria-label={`Add inside ${node.fullName}`}
            onClick={() => tree.onAdd(node)}
          >
            <Icon name="plus" />
          </ActionIcon>
        </Tooltip>
      )}
      {tree.canMove && (
        <Tooltip label="Move to">
          <ActionIcon
            variant="subtle"
            color="gray"
            tabIndex={-1}
            aria-label={`Move ${node.fullName}`}
            onClick={() => tree.onMove(node)}
          >
            <Icon name="arrowRight" />
          </ActionIcon>
        </Tooltip>
      )}
    </span>
  );
}
