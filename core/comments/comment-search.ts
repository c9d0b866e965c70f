import type { SearchHit } from '../contracts/work/search.contract.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import { labelIfVisible, mayUse, type RecordRegistry, recordPath } from '../records/record-registry.ts';
import { findRecords, indexRecord, unindexRecord } from '../search/search.ts';
import { RecordComment } from './comment.entity.ts';

/** Type of comments among the search documents; it is no type of record. */
const documentType = 'comment';
/** Owner of the search documents of comments: no customer has this id, so that people of customers find none. */
const team = 'team';
const longestExcerpt = 120;
/** Comments that are looked at for each one shown, because some are on records that the caller may not see. */
const lookedAt = 5;

/** Writes the search document of a comment. */
export const indexComment = (ctx: AccountContext, { id, text }: Pick<RecordComment, 'id' | 'text'>): Promise<void> =>
  indexRecord(ctx, { type: documentType, id, title: '', text, customerID: team });

export const unindexComment = (ctx: AccountContext, id: string): Promise<void> => unindexRecord(ctx, documentType, id);

/** Comments with all words of a text, each under its record, newest first: those on records that the caller may see. */
export async function findComments(
  ctx: AccountContext,
  records: RecordRegistry,
  query: string,
  take: number,
): Promise<Omit<SearchHit, 'isExact' | 'status' | 'total'>[]> {
  if (ctx.roleType === 'customer' || take < 1) return [];
  const found = await findRecords(ctx, [documentType], query, take * lookedAt);
  if (!found.length) return [];
  const comments = await ctx.em.find(
    RecordComment,
    { accountID: ctx.account.id, id: { $in: found.map(({ id }) => id) }, removedAt: null },
    { orderBy: { id: 'desc' } },
  );
  const hits = [];
  for (const { id, recordType, recordID, text, authorName } of comments) {
    if (hits.length === take) break;
    const type = records.type(recordType);
    if (!type || !mayUse(ctx, records, type, 'read')) continue;
    const title = await labelIfVisible(ctx, records, recordType, recordID);
    if (title === undefined) continue;
    const excerpt = text.length > longestExcerpt ? `${text.slice(0, longestExcerpt).toWellFormed()}…` : text;
    hits.push({
      type: documentType,
      label: 'Comment',
      id,
      title,
      subtitle: `${authorName}: ${excerpt}`.replaceAll(/\s+/g, ' '),
      path: `${recordPath(ctx, type, recordID)}#${id}`,
    });
  }
  return hits;
}
