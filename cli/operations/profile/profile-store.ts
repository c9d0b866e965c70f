import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { refusal } from '@millwright/core/cli';
import { z } from 'zod';

const credentials = z.discriminatedUnion('type', [
  /** Cookies by name, as the server set them. */
  z.object({ type: z.literal('session'), cookies: z.record(z.string(), z.string()) }),
  z.object({ type: z.literal('api_key'), keyID: z.string(), secret: z.string() }),
]);

const profile = z.object({
  /** Address of the server without a trailing slash; the API is below `/api`. */
  url: z.string(),
  /** The signed-in person or key, as text. */
  actor: z.string(),
  account: z.object({ id: z.string(), slug: z.string(), name: z.string() }).nullable(),
  credentials,
});

const file = z.object({ current: z.string().nullable(), profiles: z.record(z.string(), profile) });

export type Credentials = z.output<typeof credentials>;
export type Profile = z.output<typeof profile>;
export type ProfileFile = z.output<typeof file>;

type Environment = Readonly<Record<string, string | undefined>>;

/** Path in the person's configuration folder (XDG Base Directory). */
export const profilePath = (env: Environment): string =>
  join(env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config'), 'millwright', 'profiles.json');

/** All profiles; empty without a file. */
export function readProfiles(env: Environment): ProfileFile {
  const path = profilePath(env);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { current: null, profiles: {} };
    throw error;
  }
  try {
    return file.parse(JSON.parse(text));
  } catch {
    throw refusal('profiles_unreadable', `${path} cannot be read`, { hint: 'Remove it and sign in again' });
  }
}

/** Replaces the whole file; it is readable only by its owner from the beginning. */
export function changeProfiles(env: Environment, change: (file: ProfileFile) => void): ProfileFile {
  const path = profilePath(env);
  const now = readProfiles(env);
  change(now);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const fresh = `${path}.${process.pid}`;
  writeFileSync(fresh, `${JSON.stringify(now, null, 2)}\n`, { mode: 0o600 });
  chmodSync(fresh, 0o600);
  renameSync(fresh, path);
  return now;
}
