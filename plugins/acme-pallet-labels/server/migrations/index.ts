import { Migration20261121072705_initial } from './Migration20261121072705_initial.ts';
import { Migration20261128235344_looks_of_jobs } from './Migration20261128235344_looks_of_jobs.ts';

/** Frozen: a change of the schema is a new migration at the end. */
export const migrations = [
  { name: 'Migration20261121072705_initial', class: Migration20261121072705_initial },
  { name: 'Migration20261128235344_looks_of_jobs', class: Migration20261128235344_looks_of_jobs },
];
