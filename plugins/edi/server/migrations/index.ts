import { Migration20261123005333_initial } from './Migration20261123005333_initial.ts';
import { Migration20261123034340_document_orders } from './Migration20261123034340_document_orders.ts';

/** Frozen: a change of the schema is a new migration at the end. */
export const migrations = [
  { name: 'Migration20261123005333_initial', class: Migration20261123005333_initial },
  { name: 'Migration20261123034340_document_orders', class: Migration20261123034340_document_orders },
];
