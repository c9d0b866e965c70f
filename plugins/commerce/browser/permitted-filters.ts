import type { ListFilter } from '@millwright/core/browser';
import type { PermissionCode } from '@millwright/core/contracts';

type Can = (permission: PermissionCode) => boolean;

/** What looks its choices up, each with the right that this needs: without it there is nothing to choose from. */
export const permitted = <Kind>(can: Can, each: readonly (readonly [needs: PermissionCode, part: Kind])[]): Kind[] =>
  each.flatMap(([needs, part]) => (can(needs) ? [part] : []));

/** Filters that look their choices up. */
export const permittedFilters = (
  can: Can,
  filters: readonly (readonly [needs: PermissionCode, filter: ListFilter])[],
): ListFilter[] => permitted(can, filters);
