import { z } from 'zod';
import { endpoint } from '../endpoints/endpoint.ts';
import { integerText, repeated } from '../endpoints/list-query.ts';
import { singleLine } from '../texts/text.ts';

/** A record in the result of a search. */
export const searchHit = z.object({
  /** Type as in its plugin's records: `sales_order`. */
  type: z.string(),
  /** Name of the type for people: 'Sales order'. */
  label: z.string(),
  id: z.string(),
  title: z.string(),
  subtitle: z.string(),
  /** Path of the record's screen. */
  path: z.string(),
  /** True where the searched text is exactly the record's number. */
  isExact: z.boolean(),
  /** Status of a document: 'Issued'. Null for records without such a status, and for customers. */
  status: z.string().nullable(),
  /** Total of a document in the account's currency; null for records without a total. */
  total: z.number().nullable(),
});
export type SearchHit = z.output<typeof searchHit>;

/**
 * Searches records of all types that the caller may read, exact numbers first, and without `types` comments on them,
 * each of type `comment` with the title of its record. Types that the caller may not read are left out, not refused.
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
