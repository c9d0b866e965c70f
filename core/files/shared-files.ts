import type { BinaryContent } from '../contracts/endpoints/endpoint.ts';
import { problems } from '../contracts/endpoints/problem.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import { StoredFile } from './file.entity.ts';
import { readFile } from './file.service.ts';
import { imageTypes, safeName } from './upload-rules.ts';

const isPicture = (contentType: string): boolean => (imageTypes as readonly string[]).includes(contentType);

/** Whether people outside who see the record get the file. */
export const isOpenOutside = ({ isShared, isUnchecked }: Pick<StoredFile, 'isShared' | 'isUnchecked'>): boolean =>
  isShared && !isUnchecked;

/** Those with a place first, then the newest. */
export const inFileOrder = (left: StoredFile, right: StoredFile): number =>
  (left.position ?? Number.POSITIVE_INFINITY) - (right.position ?? Number.POSITIVE_INFINITY) ||
  (left.id < right.id ? 1 : -1);

/** A record by whose door files are read. */
interface OpenRecord {
  type: string;
  id: string;
}

/**
 * The files of records that people outside get without a sign-in. The caller has proven that they may see the records,
 * such as by the token of a link.
 */
export async function sharedFilesOf(ctx: AccountContext, records: readonly OpenRecord[]): Promise<StoredFile[]> {
  if (!records.length) return [];
  const files = await ctx.em.find(StoredFile, {
    isShared: true,
    $or: records.map(({ type, id }) => ({ recordType: type, recordID: id })),
  });
  return files.filter(isOpenOutside).toSorted(inFileOrder);
}

/** The content of a file, to be shown or saved. Its name may be older than the current rules. */
export async function contentOfFile(ctx: AccountContext, fileID: string): Promise<BinaryContent> {
  const { bytes, contentType, name, sha256: version } = await readFile(ctx, fileID);
  return { bytes, contentType, version, ...(isPicture(contentType) ? {} : { filename: safeName(name, contentType) }) };
}

/** One of `sharedFilesOf` with its content. @throws Problem 404 */
export async function readSharedFile(
  ctx: AccountContext,
  records: readonly OpenRecord[],
  fileID: string,
): Promise<BinaryContent> {
  const file = await ctx.em.findOne(StoredFile, { id: fileID });
  const isOfRecord = records.some(({ type, id }) => file?.recordType === type && file.recordID === id);
  if (!file || !isOfRecord || !isOpenOutside(file)) throw problems.not_found();
  return contentOfFile(ctx, fileID);
}
