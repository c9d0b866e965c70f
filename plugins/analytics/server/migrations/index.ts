import { Migration20261123012149_initial } from './Migration20261123012149_initial.ts';

/** Frozen: a change of the schema is a new migration at the end. */
export const migrations = [{ name: 'Migration20261123012149_initial', class: Migration20261123012149_initial }];
