/**
 * The list page from which a record was opened, so that its screen can link to the neighboring records and back to the
 * same state of the list.
 */
export interface ListWalk {
  /** Address of the list with its filters. */
  url: string;
  /** Paths of the rows' screens, in the order of the list. */
  hrefs: string[];
}

const key = (name: string): string => `millwright.list.${name}`;

/** Stores the shown page of a list in this tab. */
export function rememberWalk(name: string, walk: ListWalk): void {
  try {
    sessionStorage.setItem(key(name), JSON.stringify(walk));
  } catch {
    // storage is blocked: the record's screen shows no neighbors
  }
}

/** The stored page of a list; undefined if the person did not come from it. */
export function recallWalk(name: string): ListWalk | undefined {
  try {
    const walk = JSON.parse(sessionStorage.getItem(key(name)) ?? 'null') as Partial<ListWalk> | null;
    return walk && typeof walk.url === 'string' && Array.isArray(walk.hrefs)
      ? { url: walk.url, hrefs: walk.hrefs }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Neighbors of a screen in the list: their paths, and its position from 1. */
export function neighbours(
  walk: ListWalk | undefined,
  path: string,
): { previous?: string; next?: string; place?: number; of?: number } {
  const at = walk?.hrefs.indexOf(path) ?? -1;
  if (!walk || at < 0) return {};
  const previous = walk.hrefs[at - 1];
  const next = walk.hrefs[at + 1];
  return { ...(previous ? { previous } : {}), ...(next ? { next } : {}), place: at + 1, of: walk.hrefs.length };
}
