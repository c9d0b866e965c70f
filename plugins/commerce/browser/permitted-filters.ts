import type { ListFilter } from '@millwright/core/browser';
import type { PermissionCode } from '@millwright/core/contracts';

/** Filters that look their choices up, each with the right that this needs: without it there is nothing to choose. */
export const permittedFilters = (
  can: (permission: PermissionCode) => boolean,
  filters: readonly (readonly [needs: PermissionCode, filter: ListFilter])[],
): ListFilter[] => filters.flatMap(([needs, filter]) => (can(needs) ? [filter] : []));
