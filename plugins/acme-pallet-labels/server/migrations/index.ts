import { Migration20261121072705_initial } from './Migration20261121072705_initial.ts';

/** Frozen: a change of the schema is a new migration at the end. */
export const migrations = [{ name: 'Migration20261121072705_initial', class: Migration20261121072705_initial }];
