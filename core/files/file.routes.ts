import { audit } from '../audit/audit.ts';
import { problems } from '../contracts/endpoints/problem.ts';
import { createFile, deleteFile, type FileInfo, getFile } from '../contracts/work/file.contract.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import { type Route, route } from '../kernel/route.ts';
import { mayUse, type RecordRegistry, requireUse, visibleRecord } from '../records/record-registry.ts';
import { StoredFile } from './file.entity.ts';
import { readFile, removeFile, saveFile } from './file.service.ts';
import { imageTypes, safeName } from './upload-rules.ts';

const isPicture = (contentType: string): boolean => (imageTypes as readonly string[]).includes(contentType);
const oneDay = 86_400;

const infoOf = (file: StoredFile): FileInfo => ({
  id: file.id,
  name: file.name,
  contentType: file.contentType,
  size: file.size,
  sha256: file.sha256,
  recordType: file.recordType ?? null,
  recordID: file.recordID ?? null,
  createdAt: file.createdAt.toISOString(),
});

/** Checks that the caller may change the record. @throws Problem 403, 404 if the record is not visible to them */
async function requireUpdate(
  ctx: AccountContext,
  records: RecordRegistry,
  recordType: string,
  recordID: string,
): Promise<void> {
  const { type } = await visibleRecord(ctx, records, recordType, recordID);
  requireUse(ctx, type, 'update');
}

/** Routes of files. All people of an account may read its own files (its logo); these are changed by other routes. */
export const fileRoutes = (records: RecordRegistry): Route[] => [
  route(getFile, async (ctx, { params }) => {
    const file = await ctx.em.get(StoredFile, params.fileID);
    if (file.recordType && file.recordID) await visibleRecord(ctx, records, file.recordType, file.recordID);
    const { bytes, contentType, name } = await readFile(ctx, params.fileID);
    // The content of a file id never changes. Its name may be older than the current rules.
    return {
      bytes,
      contentType,
      maxAge: oneDay,
      ...(isPicture(contentType) ? {} : { filename: safeName(name, contentType) }),
    };
  }),
  route(
    createFile,
    async (ctx, { query, body }) => {
      await requireUpdate(ctx, records, query.recordType, query.recordID);
      const record = { type: query.recordType, id: query.recordID };
      const file = await saveFile(ctx, { name: query.name, bytes: body, record });
      audit(ctx, { record, action: 'file_added', note: file.name });
      return infoOf(file);
    },
    {
      admit(rights, { query }) {
        const type = records.type(query.recordType);
        if (!type || !mayUse(rights, records, type, 'read')) throw problems.not_found();
        requireUse(rights, type, 'update');
      },
    },
  ),
  route(deleteFile, async (ctx, { params }) => {
    const file = await ctx.em.get(StoredFile, params.fileID);
    if (!file.recordType || !file.recordID) throw problems.not_found();
    await requireUpdate(ctx, records, file.recordType, file.recordID);
    await removeFile(ctx, file.id);
    audit(ctx, { record: { type: file.recordType, id: file.recordID }, action: 'file_removed', note: file.name });
    return undefined;
  }),
];
