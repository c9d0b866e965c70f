import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { integerText, repeated } from './list-query.ts';
import { singleLine } from './text.ts';

/** A record that a search found. */
export const searchHit = z.object({
  /** Type as in its plugin's records: `sales_order`. */
  type: z.string(),
  /** What people call the type: 'Sales order'. */
  label: z.string(),
  id: z.string(),
  title: z.string(),
  subtitle: z.string(),
  /** Screen of the record. */
  path: z.string(),
  /** True where the text is exactly the record's number. */
  isExact: z.boolean(),
  /** Where a document stands: 'Issued'; null for records that have no such state, and for customers. */
  status: z.string().nullable(),
  /** What a document comes to, in the account's currency; null for records without a sum. */
  total: z.number().nullable(),
});
export type SearchHit = z.output<typeof searchHit>;

/**
 * Finds records of all types that the caller may read, exact numbers first. Types without right are left out, not
 * refused.
 */
export const searchRecords = endpoint({
  name: 'searchRecords',
  method: 'GET',
  path: '/v1/search',
  summary: 'Finds records by number, name or any text.',
  signedIn: 'Answers only types of records that the caller may read',
  customers: 'own documents and what is open to order',
  query: z.strictObject({
    query: singleLine(200).pipe(z.string().min(1, { error: 'Query is required' })),
    types: repeated(z.string().max(80)),
    take: integerText(1, 50),
  }),
  reply: z.object({ items: z.array(searchHit) }),
});
