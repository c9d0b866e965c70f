import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { usageFailure } from '@millwright/core/cli';

type Environment = Readonly<Record<string, string | undefined>>;

/** Settings file of the systemd unit; commands in a shell read it themselves. */
export const usualSettingsFile = '/etc/millwright.env';

export interface KnownSettings {
  env: Environment;
  /** The file of the settings; undefined if the environment has everything. */
  file: string | undefined;
  /** Warning for the person. */
  warning: string | undefined;
}

/** Settings that identify the installation. */
const ofInstallation = ['DATABASE_URL', 'MILLWRIGHT_DATA_DIR'];

/**
 * The environment with the settings file of the service as defaults: the named file, the file in MILLWRIGHT_ENV_FILE
 * (none if it is empty), or the usual file if it exists. If the environment names an installation, that one is used,
 * with the other settings of the file. A settings file belongs to a service, and therefore to production.
 */
export function withSettings(env: Environment, pathOf: (file: string) => string, named?: string): KnownSettings {
  const wanted = named ?? env['MILLWRIGHT_ENV_FILE'];
  if (wanted === '') return { env, file: undefined, warning: undefined };
  const file = pathOf(wanted ?? usualSettingsFile);
  if (wanted === undefined && !isReadable(file)) {
    const warning = existsSync(file)
      ? `warning: the settings in ${file} do not count: you may not read them`
      : undefined;
    return { env, file: undefined, warning };
  }
  const settings = readSettings(file, wanted ?? file);
  if (ofInstallation.some((name) => env[name] !== undefined)) for (const name of ofInstallation) settings.delete(name);
  const known = { NODE_ENV: 'production', ...Object.fromEntries(settings), ...given(env) };
  return { env: known, file, warning: undefined };
}

/**
 * Reads a settings file.
 * @param name how the person has called it
 * @throws CommandFailure if there is none, or if it cannot be read
 */
export function readSettings(file: string, name: string): Map<string, string> {
  if (!existsSync(file)) throw usageFailure(`There is no file ${name} with settings`);
  if (!isReadable(file)) throw usageFailure(`You may not read the settings in ${name}`);
  if (statSync(file).isDirectory()) throw usageFailure(`${name} is a folder, no file with settings`);
  return parseSettings(readFileSync(file, 'utf8'));
}

const given = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined));

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Parses a file like systemd's `EnvironmentFile=`: one name and value per line; `#` and `;` begin a comment only at the
 * start of a line; quotes around a value are removed; a backslash at the end continues the line.
 */
export function parseSettings(text: string): Map<string, string> {
  const settings = new Map<string, string>();
  for (const line of text.replaceAll(/\\\r?\n/g, '').split(/\r?\n/)) {
    const found = /^\s*([A-Za-z_]\w*)=(.*)$/.exec(line);
    if (found) settings.set(found[1] as string, plainValue((found[2] as string).trim()));
  }
  return settings;
}

function plainValue(value: string): string {
  const quote = value[0];
  if ((quote !== '"' && quote !== "'") || !value.endsWith(quote) || value.length < 2)
    return value.replaceAll(/\\(.)/g, '$1');
  const inner = value.slice(1, -1);
  return quote === "'" ? inner : inner.replaceAll(/\\(["\\$`])/g, '$1');
}
