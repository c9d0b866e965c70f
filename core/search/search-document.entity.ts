import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { accountColumn, column, groupRoles, tenantTable } from '../database/tenant-entity.ts';

const table = tenantTable('core', 'search_document', { customerColumn: 'customer_id' });

/**
 * What is searched of a record, written in the record's transaction. Substring search cannot use an index under
 * row-level security, so `core.search_documents`, owned by the search role, is the one reader of the texts (ADR).
 */
export const SearchDocument = defineEntity({
  ...table,
  // Without a condition: a policy of the search role that compared anything would keep the trigram index from being
  // used.
  policies: [
    ...table.policies,
    { name: 'search_document_search', roles: [groupRoles.search], command: 'select', using: 'true' },
  ],
  name: 'SearchDocument',
  properties: {
    ...accountColumn(),
    id: column.id().primary(),
    recordType: column.id(),
    /** The customer whose portal users may find it; '' where the record is no customer's. */
    customerID: column.id(),
    title: column.text(),
    subtitle: column.text(),
    /** Title in the form of `searchText`, to rank by. */
    titleText: column.text(),
    /** Everything that finds the record, in the form of `searchText`. */
    text: column.text(),
    updatedAt: column.timestamp(),
  },
});
export type SearchDocument = InferEntity<typeof SearchDocument>;
