import { type PermissionCode, permissionVerbs } from '../../../core/contracts/permission.ts';
import type { RolePermissionEntry } from '../../../core/contracts/role.contract.ts';

/** What a role may do in a domain, as the form holds it. */
export type Grant = Omit<RolePermissionEntry, 'group'>;

/** The grid of a role for the form; the server knows the group from the domain. */
export const grantsOf = (permissions: readonly RolePermissionEntry[]): Grant[] =>
  permissions.map(({ group: _group, ...grant }) => grant);

/** All rights of a grid as codes. */
export const grantedCodes = (grants: readonly Grant[]): PermissionCode[] =>
  grants.flatMap((grant) =>
    permissionVerbs.filter((verb) => grant[verb]).map((verb): PermissionCode => `${grant.domain}:${verb}`),
  );

/** The grid after some rights were given or taken; domains that were not in it are added at the end. */
export function withCodes(grants: readonly Grant[], codes: readonly PermissionCode[], isOn: boolean): Grant[] {
  const byDomain = new Map(grants.map((grant) => [grant.domain, { ...grant }]));
  for (const code of codes) {
    const [domain = '', verb] = code.split(':');
    const grant = byDomain.get(domain) ?? { domain, create: false, read: false, update: false, delete: false };
    byDomain.set(domain, { ...grant, [verb as (typeof permissionVerbs)[number]]: isOn });
  }
  return [...byDomain.values()];
}

/** The domains in which two grids differ, with the rights of the later one: what a PATCH has to name. */
export function changedGrants(before: readonly Grant[], after: readonly Grant[]): Grant[] {
  const held = new Set(grantedCodes(before));
  return after.filter((grant) => permissionVerbs.some((verb) => grant[verb] !== held.has(`${grant.domain}:${verb}`)));
}

/**
 * The grid of a role made like another one. Rights that the person lacks stay as they were, because they can neither be
 * given;
 * `leftOut` counts those the other role has.
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
