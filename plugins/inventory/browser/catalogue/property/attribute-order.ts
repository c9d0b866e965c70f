/** The list with one entry moved to another place. */
export function moved<Entry>(list: readonly Entry[], from: number, to: number): Entry[] {
  const rest = list.filter((_, index) => index !== from);
  const entry = list[from];
  return entry === undefined ? [...list] : [...rest.slice(0, to), entry, ...rest.slice(to)];
}

/** The entries whose order has to change to match the list. */
export const attributeOrderChanges = (
  list: readonly { id: string; order: number }[],
): { id: string; order: number }[] =>
  list
    .map(({ id, order }, index) => ({ id, order, index }))
    .flatMap(({ id, order, index }) => (order === index ? [] : [{ id, order: index }]));
