import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

/** The clone: the sources are in `cli`, a build is in `.build/cli`. */
export const root = basename(dirname(here)) === '.build' ? join(here, '../..') : dirname(here);
