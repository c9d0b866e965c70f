import type { AnyPlugin } from '@millwright/core/server';
import platform from '../../platform.config.ts';

/** Loads the server code of all plugins in platform.config.ts. */
export const loadPlugins = (): Promise<{ definition: AnyPlugin; audience?: readonly string[] }[]> =>
  Promise.all(
    platform.plugins.map(async ({ id, audience, server }) => {
      const { default: definition } = await server();
      if (definition.id !== id)
        throw new Error(`platform.config.ts lists "${id}", but its server half says "${definition.id}"`);
      return { definition, audience };
    }),
  );
