import type { RolePermissionEntry } from '../../../../core/contracts/accounts/role.contract.ts';
import { type PermissionCode, permissionVerbs } from '../../../../core/contracts/plugins/permission.ts';

/** A role's permissions in a domain, as the form keeps them. */
export type Grant = Omit<RolePermissionEntry, 'group'>;

/** A role's permissions for the form, without the group, which the server knows. */
export const grantsOf = (permissions: readonly RolePermissionEntry[]): Grant[] =>
  permissions.map(({ group: _group, ...grant }) => grant);

/** All permissions of a grid as codes. */
export const grantedCodes = (grants: readonly Grant[]): PermissionCode[] =>
  grants.flatMap((grant) =>
    permissionVerbs.filter((verb) => grant[verb]).map((verb): PermissionCode => `${grant.domain}:${verb}`),
  );

/** The grid with changed permissions; new domains are added at the end. */
export function withCodes(grants: readonly Grant[], codes: readonly PermissionCode[], isOn: boolean): Grant[] {
  const byDomain = new Map(grants.map((grant) => [grant.domain, { ...grant }]));
  for (const code of codes) {
    const [domain = '', verb] = code.split(':');
    const grant = byDomain.get(domain) ?? { domain, create: false, read: false, update: false, delete: false };
    byDomain.set(domain, { ...grant, [verb as (typeof permissionVerbs)[number]]: isOn });
  }
  return [...byDomain.values()];
}

/** The domains in which two grids differ, with the later permissions, for a PATCH request. */
export function changedGrants(before: readonly Grant[], after: readonly Grant[]): Grant[] {
  const held = new Set(grantedCodes(before));
  return after.filter((grant) => permissionVerbs.some((verb) => grant[verb] !== held.has(`${grant.domain}:${verb}`)));
}

/**
 * A role's grid with the permissions of another role. Permissions that the person lacks stay unchanged, because the
 * person cannot grant them; `leftOut` counts those of the other role.
 */
export function copiedGrants(
  grants: readonly Grant[],
  source: readonly Grant[],
  can: (code: PermissionCode) => boolean,
): { grants: Grant[]; leftOut: number } {
  const wanted = grantedCodes(source);
  const held = new Set(grantedCodes(grants));
  const cleared = withCodes(grants, grantedCodes(grants).filter(can), false);
  return {
    grants: withCodes(cleared, wanted.filter(can), true),
    leftOut: wanted.filter((code) => !can(code) && !held.has(code)).length,
  };
}
