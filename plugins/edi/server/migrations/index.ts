import { Migration20261123005333_initial } from './Migration20261123005333_initial.ts';
import { Migration20261123034340_document_orders } from './Migration20261123034340_document_orders.ts';
import { Migration20261128211502_one_policy_a_role } from './Migration20261128211502_one_policy_a_role.ts';
import { Migration20261128235304_looks_of_jobs } from './Migration20261128235304_looks_of_jobs.ts';

/** Frozen: a change of the schema is a new migration at the end. */
export const migrations = [
  { name: 'Migration20261123005333_initial', class: Migration20261123005333_initial },
  { name: 'Migration20261123034340_document_orders', class: Migration20261123034340_document_orders },
  { name: 'Migration20261128211502_one_policy_a_role', class: Migration20261128211502_one_policy_a_role },
  { name: 'Migration20261128235304_looks_of_jobs', class: Migration20261128235304_looks_of_jobs },
];
