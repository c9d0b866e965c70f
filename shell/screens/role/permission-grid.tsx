import { ErrorState, LoadingState, useEndpoint } from '@millwright/core/browser';
import type { PermissionCode } from '../../../core/contracts/permission.ts';
import { listPermissionGroups } from '../../../core/contracts/role.contract.ts';
import { RightsGrid } from '../rights-grid.tsx';
import { type Grant, grantedCodes, withCodes } from './grants.ts';

/** What a role may do. */
export function PermissionGrid({ name }: { name: string }) {
  const groups = useEndpoint(listPermissionGroups, {}, { staleTime: 300_000 });
  if (!groups.data)
    return groups.error ? (
      <ErrorState error={groups.error} onRetry={() => void groups.refetch()} what="permission groups" />
    ) : (
      <LoadingState lines={12} />
    );
  return (
    <RightsGrid<Grant[] | undefined>
      name={name}
      label="Permissions"
      groups={groups.data.items}
      read={(grants) => grantedCodes(grants ?? [])}
      write={(grants, codes, isOn) => withCodes(grants ?? [], codes as PermissionCode[], isOn)}
    />
  );
}
