import { Migration20261122184639_initial } from './Migration20261122184639_initial.ts';

/** Frozen: a change of the schema is a new migration at the end. */
export const migrations = [{ name: 'Migration20261122184639_initial', class: Migration20261122184639_initial }];
