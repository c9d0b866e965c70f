import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The clone: the sources are in `cli/installation`, a build is in `.build/cli`; both are two folders below it. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
