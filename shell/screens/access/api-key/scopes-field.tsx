import { domainText, useEndpoint, useSession } from '@millwright/core/browser';
import { listPermissionGroups } from '../../../../core/contracts/accounts/role.contract.ts';
import { RightsGrid, type RightsGroup } from '../rights-grid.tsx';

const words = (code: string): string => {
  const text = domainText(code);
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** Groups with their domains. People who may not read roles see only the domains of their own permissions. */
function useScopeGroups(): readonly RightsGroup[] {
  const { can, permissions } = useSession();
  const isAllowed = can('roles:read');
  const groups = useEndpoint(listPermissionGroups, {}, { enabled: isAllowed, staleTime: 300_000 });
  if (groups.data) return groups.data.items;
  if (isAllowed && !groups.error) return [];
  const codes = [...new Set(permissions.map((right) => right.split(':')[0] ?? ''))].sort();
  return [{ id: 'own', name: 'Your rights', permissions: codes.map((code) => ({ code, name: words(code) })) }];
}

/**
 * Scopes of a key; the value is a list of permission codes. A scope of a disabled plugin has no row, but is kept until
 * "Nothing" is chosen.
 */
export function ScopesField({ name }: { name: string }) {
  const groups = useScopeGroups();
  return (
    <RightsGrid<string[] | undefined>
      name={name}
      label="Scopes"
      required
      scrolls
      groups={groups}
      read={(scopes) => scopes ?? []}
      write={(scopes = [], codes, isOn) =>
        isOn ? [...new Set([...scopes, ...codes])] : scopes.filter((scope) => !codes.includes(scope))
      }
    />
  );
}
