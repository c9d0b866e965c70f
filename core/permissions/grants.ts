import type { Registry } from '../boot/registry/registry.ts';
import { roleProblems } from '../contracts/accounts/role.contract.ts';
import type { PermissionCode, PermissionDomain, PermissionVerb } from '../contracts/plugins/permission.ts';
import { permissionVerbs } from '../contracts/plugins/permission.ts';
import type { AccountContext } from '../kernel/context/context.ts';

/** Domains whose rights can be granted in this account: those of the kernel and of the enabled plugins. */
export const grantableDomains = (ctx: Pick<AccountContext, 'isEnabled'>, registry: Registry): PermissionDomain[] =>
  registry.plugins
    .filter(({ definition }) => ctx.isEnabled(definition.id))
    .flatMap(({ definition }) => [...(definition.permissions ?? [])]);

/** Property of a verb in `role_permission`. */
export const flagOf = {
  create: 'canCreate',
  read: 'canRead',
  update: 'canUpdate',
  delete: 'canDelete',
} as const satisfies Record<PermissionVerb, string>;

/** The permission codes that an entry grants. */
export const codesOfFlags = (
  entry: { domain: string } & Record<(typeof flagOf)[PermissionVerb], boolean>,
): PermissionCode[] =>
  permissionVerbs.filter((verb) => entry[flagOf[verb]]).map((verb) => `${entry.domain}:${verb}` as const);

/**
 * Refuses to grant rights that the caller does not have.
 * @throws Problem 403 `cannot_grant` naming them.
 */
export function requireGrantable(ctx: Pick<AccountContext, 'can'>, codes: readonly PermissionCode[]): void {
  const missing = codes.filter((code) => !ctx.can(code));
  if (missing.length) throw roleProblems.cannot_grant({ details: { permissions: missing } });
}
