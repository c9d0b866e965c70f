import { z } from 'zod';
import type { AnyPlugin, Part, PluginDefinition } from './plugin.ts';

/** Lists that are concatenated over the parts. */
const lists = [
  'permissions',
  'entities',
  'provides',
  'events',
  'views',
  'screens',
  'slots',
  'fills',
  'widgets',
  'records',
  'references',
  'numbering',
  'notifications',
  'emails',
  'invariants',
  'forbids',
  'samples',
] as const;

/** Functions of the bound services whose results are concatenated over the parts. */
const made = ['routes', 'contributes', 'subscriptions', 'jobs', 'recordSources', 'changeSets', 'imports'] as const;

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** A plugin with the contributions of all its parts in order, after its own. */
export function withParts({ parts = [], ...own }: AnyPlugin): AnyPlugin {
  if (!parts.length && !own.services) return own;
  const { services: _, ...contributed } = own;
  const all: readonly Part[] = [contributed, ...parts];
  const joined: Record<string, unknown> = {};
  for (const name of lists) joined[name] = all.flatMap((part): readonly unknown[] => part[name] ?? []);
  for (const name of made)
    joined[name] = (services: never) => all.flatMap((part) => (part[name]?.(services) ?? []) as readonly unknown[]);
  const from = (kind: 'required' | 'optional') => unique(all.flatMap(({ consumes }) => consumes?.[kind] ?? []));
  return {
    ...own,
    ...joined,
    problems: { declarations: Object.assign({}, ...all.map(({ problems }) => problems?.declarations)) },
    consumes: { required: from('required'), optional: from('optional') },
    bind(container, config) {
      own.bind?.(container, config);
      for (const bind of own.services?.(config) ?? []) bind(container);
      for (const { services = [] } of parts) for (const bind of services) bind(container);
    },
    account: {
      ...own.account,
      settings: z.object(
        Object.assign({}, own.account?.settings?.shape, ...parts.map(({ settings }) => settings?.shape)),
      ),
      async onEnable(ctx, services) {
        await own.account?.onEnable?.(ctx, services);
        for (const part of parts) await part.onEnable?.(ctx, services);
      },
    },
    async demo(ctx, random, services) {
      for (const part of all) await part.demo?.(ctx, random, services);
    },
  };
}

/** Declares a plugin, which is checked at boot. */
export const definePlugin = <Config extends z.ZodType, Settings extends z.ZodType>(
  definition: PluginDefinition<Config, Settings>,
): PluginDefinition<Config, Settings> => withParts(definition) as PluginDefinition<Config, Settings>;
