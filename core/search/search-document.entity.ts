import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { accountColumn, column, groupRoles, tenantTable } from '../database/tenant-entity.ts';

const table = tenantTable('core', 'search_document', { customerColumn: 'customer_id' });

/**
 * The searchable text of a record, written in the record's transaction. Substring search cannot use an index under
 * row-level security, so only `core.search_documents`, owned by the search role, reads the texts (ADR).
 */
export const SearchDocument = defineEntity({
  ...table,
  // No condition, because any comparison in a policy of the search role would prevent the use of the trigram index.
  policies: [
    ...table.policies,
    { name: 'search_document_search', roles: [groupRoles.search], command: 'select', using: 'true' },
  ],
  name: 'SearchDocument',
  properties: {
    ...accountColumn(),
    id: column.id().primary(),
    recordType: column.id(),
    /** The customer whose portal users may find it; '' if the record belongs to no customer. */
    customerID: column.id(),
    title: column.text(),
    subtitle: column.text(),
    /** Title in the form of `searchText`, for ranking. */
    titleText: column.text(),
    /** The whole text for finding the record, in the form of `searchText`. */
    text: column.text(),
    updatedAt: column.timestamp(),
  },
});
export type SearchDocument = InferEntity<typeof SearchDocument>;
