import { Migration20261123012149_initial } from './Migration20261123012149_initial.ts';
import { Migration20261123091625_pause_of_reports } from './Migration20261123091625_pause_of_reports.ts';
import { Migration20261123233319_sums_of_months } from './Migration20261123233319_sums_of_months.ts';
import { Migration20261128211445_one_policy_a_role } from './Migration20261128211445_one_policy_a_role.ts';
import { Migration20261128235316_looks_of_jobs } from './Migration20261128235316_looks_of_jobs.ts';

/** Frozen: a change of the schema is a new migration at the end. */
export const migrations = [
  { name: 'Migration20261123012149_initial', class: Migration20261123012149_initial },
  { name: 'Migration20261123091625_pause_of_reports', class: Migration20261123091625_pause_of_reports },
  { name: 'Migration20261123233319_sums_of_months', class: Migration20261123233319_sums_of_months },
  { name: 'Migration20261128211445_one_policy_a_role', class: Migration20261128211445_one_policy_a_role },
  { name: 'Migration20261128235316_looks_of_jobs', class: Migration20261128235316_looks_of_jobs },
];
