import type { ListFilter } from '@millwright/core/browser';
import type { PermissionCode } from '@millwright/core/contracts';

/** Removes filters whose options the caller has no right to read, because they would have nothing to choose. */
export const permittedFilters = (
  can: (permission: PermissionCode) => boolean,
  filters: readonly (readonly [needs: PermissionCode, filter: ListFilter])[],
): ListFilter[] => filters.flatMap(([needs, filter]) => (can(needs) ? [filter] : []));
