import type { BulkSelection } from '../list-types.ts';

/**
 * The chosen records in the body of a bulk call: `selectionBody(selection, 'customerIDs')`. The filter is what the
 * address holds; the server parses it with the schema of the list.
 */
export const selectionBody = <Name extends string>(selection: BulkSelection, ids: Name) =>
  selection.kind === 'ids'
    ? ({ [ids]: selection.ids } as Record<Name, string[]>)
    : { filter: selection.filter, all: selection.all };
