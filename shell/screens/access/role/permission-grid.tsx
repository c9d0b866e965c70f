import { PendingState, useEndpoint } from '@millwright/core/browser';
import { listPermissionGroups } from '../../../../core/contracts/accounts/role.contract.ts';
import type { PermissionCode } from '../../../../core/contracts/plugins/permission.ts';
import { RightsGrid } from '../rights-grid.tsx';
import { type Grant, grantedCodes, withCodes } from './grants.ts';

/** Permissions of a role. */
export function PermissionGrid({ name }: { name: string }) {
  const groups = useEndpoint(listPermissionGroups, {}, { staleTime: 300_000 });
  if (!groups.data) return <PendingState query={groups} what="permission groups" lines={12} />;
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
