import { Migration20261121000000_initial } from './Migration20261121000000_initial.ts';

/** Frozen: a change of the schema is a new migration at the end. */
export const migrations = [{ name: 'Migration20261121000000_initial', class: Migration20261121000000_initial }];
