/** Where a person was in a list: how far it was scrolled, and the row that was opened. */
export interface ListPlace {
  top: number;
  id: string | null;
}

const key = (list: string): string => `millwright.place.${list}`;

/** Remembers the place in this tab; `list` is its name with its address, so that each page has its own. */
export function rememberPlace(list: string, place: ListPlace): void {
  try {
    sessionStorage.setItem(key(list), JSON.stringify(place));
  } catch {
    // no storage: the list begins at its top
  }
}

/** The remembered place; undefined where there is none. */
export function recallPlace(list: string): ListPlace | undefined {
  try {
    const place = JSON.parse(sessionStorage.getItem(key(list)) ?? 'null') as Partial<ListPlace> | null;
    return typeof place?.top === 'number' ? { top: place.top, id: place.id ?? null } : undefined;
  } catch {
    return undefined;
  }
}
