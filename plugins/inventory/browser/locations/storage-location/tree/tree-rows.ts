import type { StorageLocationNode } from '../../../../contracts/index.ts';

/** The visible part of the tree. */
export interface TreeView {
  expanded: ReadonlySet<string>;
  /** Search words; all of them must occur in the path of a place. */
  search: string;
  /** Only places in these states; empty means all. */
  states: readonly string[];
}

/** A place of the tree as a row; `isMatch` is false for places that are shown only because they contain a match. */
export interface TreeRow {
  node: StorageLocationNode;
  isExpanded: boolean;
  isMatch: boolean;
}

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** The visible rows, in tree order. A search opens all places that contain a match. */
export function visibleRows(nodes: readonly StorageLocationNode[], view: TreeView): TreeRow[] {
  const words = wordsOf(view.search);
  const isNarrowed = words.length > 0 || view.states.length > 0;
  if (!isNarrowed) return openRows(nodes, view.expanded);
  const byID = new Map(nodes.map((node) => [node.id, node]));
  const matches = new Set<string>();
  const shown = new Set<string>();
  for (const node of nodes) {
    const path = node.fullName.toLowerCase();
    const isWanted = view.states.length === 0 || view.states.includes(node.reservationState);
    if (!isWanted || !words.every((word) => path.includes(word))) continue;
    matches.add(node.id);
    for (let above: StorageLocationNode | undefined = node; above; above = byID.get(above.parentID ?? '')) {
      if (shown.has(above.id)) break;
      shown.add(above.id);
    }
  }
  const parents = new Set(nodes.filter(({ id }) => shown.has(id)).map(({ parentID }) => parentID));
  return nodes
    .filter(({ id }) => shown.has(id))
    .map((node) => ({ node, isExpanded: parents.has(node.id), isMatch: matches.has(node.id) }));
}

function openRows(nodes: readonly StorageLocationNode[], expanded: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = [];
  // Everything below a collapsed place is skipped until the tree is back at its depth.
  let closedAt = Number.POSITIVE_INFINITY;
  for (const node of nodes) {
    if (node.depth > closedAt) continue;
    const isExpanded = node.childCount > 0 && expanded.has(node.id);
    closedAt = isExpanded ? Number.POSITIVE_INFINITY : node.depth;
    rows.push({ node, isExpanded, isMatch: true });
  }
  return rows;
}

/** A place and everything inside it: it cannot be moved into any of these. */
export function insideOf(nodes: readonly StorageLocationNode[], id: string): Set<string> {
  const inside = new Set([id]);
  // Parents come before their children in the list.
  for (const node of nodes) if (node.parentID !== null && inside.has(node.parentID)) inside.add(node.id);
  return inside;
}
