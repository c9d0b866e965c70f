import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root of the clone: sources are in `cli/installation`, a build is in `.build/cli`; both are two levels below. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
