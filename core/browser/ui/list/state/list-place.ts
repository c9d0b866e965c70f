/** A person's place in a list: scroll position and opened row. */
export interface ListPlace {
  top: number;
  id: string | null;
}

const key = (list: string): string => `millwright.place.${list}`;

/** Stores the place in this tab. `list` is the list's name and address, so that each page has its own. */
export function rememberPlace(list: string, place: ListPlace): void {
  try {
    sessionStorage.setItem(key(list), JSON.stringify(place));
  } catch {
    // storage is blocked: the list begins at its top
  }
}

/** The stored place; undefined if there is none. */
export function recallPlace(list: string): ListPlace | undefined {
  try {
    const place = JSON.parse(sessionStorage.getItem(key(list)) ?? 'null') as Partial<ListPlace> | null;
    return typeof place?.top === 'number' ? { top: place.top, id: place.id ?? null } : undefined;
  } catch {
    return undefined;
  }
}
