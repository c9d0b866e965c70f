import { Problem, problems } from '../contracts/endpoints/problem.ts';
import type { PermissionCode, PermissionVerb } from '../contracts/plugins/permission.ts';
import type { RecordType } from '../contracts/records/record.ts';
import type { AccountContext, Rights } from '../kernel/context/context.ts';
import type { SearchableRecord } from '../kernel/plugin/plugin.ts';

/** The record types of an installation with their sources; the same for all accounts. */
export interface RecordRegistry {
  types: readonly RecordType[];
  type(type: string): RecordType | undefined;
  /** The type with this name, or all types of this kind (`kindOf`). */
  typesNamed(name: string): readonly RecordType[];
  source(type: string): SearchableRecord | undefined;
  /** Plugin that declared the type. */
  owner(type: string): string | undefined;
}

/**
 * Builds the registry at boot from the plugins' declarations.
 * @throws Error for a source whose type its plugin does not declare.
 */
export function recordRegistry(
  plugins: readonly { pluginID: string; types: readonly RecordType[]; sources: readonly SearchableRecord[] }[],
): RecordRegistry {
  const types = new Map<string, { type: RecordType; pluginID: string }>();
  const sources = new Map<string, SearchableRecord>();
  for (const { pluginID, types: declared } of plugins)
    for (const type of declared) types.set(type.type, { type, pluginID });
  for (const { pluginID, sources: given } of plugins)
    for (const source of given) {
      if (types.get(source.type)?.pluginID !== pluginID)
        throw new Error(
          `Plugin "${pluginID}" has a record source for "${source.type}": declare that type in its records first`,
        );
      sources.set(source.type, source);
    }
  const all = [...types.values()].map(({ type }) => type);
  return {
    types: all,
    typesNamed: (name) => all.filter(({ type, kindOf }) => type === name || kindOf === name),
    type: (type) => types.get(type)?.type,
    source: (type) => sources.get(type),
    owner: (type) => types.get(type)?.pluginID,
  };
}

const rightFor = (type: RecordType, verb: PermissionVerb): PermissionCode =>
  verb === 'read'
    ? type.permission
    : (`${type.permission.slice(0, type.permission.indexOf(':'))}:${verb}` as PermissionCode);

/**
 * Whether the caller may do this with records of the type: the plugin is enabled, the role has the right, and for
 * people of a customer the type is open to customers.
 */
export const mayUse = (ctx: Rights, records: RecordRegistry, type: RecordType, verb: PermissionVerb): boolean => {
  const owner = records.owner(type.type);
  const isEnabled = owner === 'core' || (owner !== undefined && ctx.isEnabled(owner));
  const isKept = ctx.roleType === 'customer' && type.customers !== true;
  return isEnabled && !isKept && ctx.can(rightFor(type, verb));
};

/** Checks the right for a record that the caller sees. @throws Problem 403 `forbidden` naming the missing right */
export const requireUse = (ctx: Rights, type: RecordType, verb: PermissionVerb): void =>
  ctx.require(rightFor(type, verb));

/** Types whose records the caller may read. */
export const readableTypes = (ctx: AccountContext, records: RecordRegistry): RecordType[] =>
  records.types.filter((type) => mayUse(ctx, records, type, 'read'));

/** Path of the screen on which the caller reads a record; for customers with the portal, the portal's if it has one. */
export const recordPath = (ctx: AccountContext, { path, portal }: RecordType, id: string): string => {
  const isInPortal = ctx.customerID !== undefined && portal && ctx.can(portal.permission);
  return (isInPortal ? portal.path : path).replace('{id}', encodeURIComponent(id));
};

/**
 * Type, source and label of a record that the caller may see. Reading the label proves that the record exists and is
 * visible to a portal customer.
 * @throws Problem 404 in all other cases
 */
export async function visibleRecord(
  ctx: AccountContext,
  records: RecordRegistry,
  typeName: string,
  id: string,
): Promise<{ type: RecordType; source: SearchableRecord; label: string }> {
  const type = records.type(typeName);
  const source = records.source(typeName);
  if (!type || !source || !id.startsWith(`${type.prefix}_`) || !mayUse(ctx, records, type, 'read'))
    throw problems.not_found();
  return { type, source, label: await source.label(ctx, id) };
}

/** Label of a record; undefined where it is deleted or the caller, whose right to the type is known, may not see it. */
export async function labelIfVisible(
  ctx: AccountContext,
  records: RecordRegistry,
  typeName: string,
  id: string,
): Promise<string | undefined> {
  try {
    return await records.source(typeName)?.label(ctx, id);
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return undefined;
    throw error;
  }
}
