import { resolve } from 'node:path';
import { readConfig } from '../../core/boot/config/config.ts';
import { root } from './root.ts';

/** The configuration of the installation; its data folder is relative to the clone, not to the working directory. */
export function installationConfig(env: Readonly<Record<string, string | undefined>>) {
  const config = readConfig(env);
  return { ...config, dataDir: resolve(root, config.dataDir) };
}

export type InstallationConfig = ReturnType<typeof installationConfig>;
