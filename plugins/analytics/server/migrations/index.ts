import { Migration20261123012149_initial } from './Migration20261123012149_initial.ts';
import { Migration20261123091625_pause_of_reports } from './Migration20261123091625_pause_of_reports.ts';
import { Migration20261123233319_sums_of_months } from './Migration20261123233319_sums_of_months.ts';

/** Frozen: a change of the schema is a new migration at the end. */
export const migrations = [
  { name: 'Migration20261123012149_initial', class: Migration20261123012149_initial },
  { name: 'Migration20261123091625_pause_of_reports', class: Migration20261123091625_pause_of_reports },
  { name: 'Migration20261123233319_sums_of_months', class: Migration20261123233319_sums_of_months },
];
