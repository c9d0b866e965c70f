import { audit, changesOf, snapshotOf } from '../audit/audit.ts';
import { problems } from '../contracts/endpoints/problem.ts';
import type { RecordType } from '../contracts/records/record.ts';
import {
  createFile,
  deleteFile,
  type FileInfo,
  fileAdded,
  fileRemoved,
  isListedOutside,
  listFiles,
  updateFile,
} from '../contracts/work/file.contract.ts';
import { getFile } from '../contracts/work/file-content.contract.ts';
import { emit } from '../events/emit.ts';
import type { AccountContext, Rights } from '../kernel/context/context.ts';
import { outsideRoute, type Route, route } from '../kernel/route.ts';
import { mayUse, type RecordRegistry, requireUse, visibleRecord } from '../records/record-registry.ts';
import { StoredFile } from './file.entity.ts';
import { removeFile, saveFile } from './file.service.ts';
import type { FileScanner } from './scanning/file-scanner.ts';
import { isLeftUnchecked } from './scanning/scan-upload.ts';
import { contentOfFile, inFileOrder, isOpenOutside } from './shared-files.ts';
import { safeName } from './upload-rules.ts';

const infoOf = (file: StoredFile): FileInfo => ({
  id: file.id,
  name: file.name,
  contentType: file.contentType,
  size: file.size,
  sha256: file.sha256,
  recordType: file.recordType ?? null,
  recordID: file.recordID ?? null,
  note: file.note,
  isShared: file.isShared,
  position: file.position ?? null,
  origin: file.origin,
  isUnchecked: file.isUnchecked,
  addedBy: file.addedBy,
  createdAt: file.createdAt.toISOString(),
});

/** The same for people of a customer, who learn neither the names of the team nor its notes. */
const infoForCustomer = (file: StoredFile): FileInfo => ({
  ...infoOf(file),
  note: '',
  addedBy: file.origin === 'outside' ? file.addedBy : '',
});

/** A file with a record. */
type FileOfRecord = StoredFile & { recordType: string; recordID: string };

const isOfRecord = (file: StoredFile): file is FileOfRecord => Boolean(file.recordType && file.recordID);

/**
 * Checks that the caller may read the file. People of a customer read the shared files of records that they see; all
 * people of an account read its own files (its logo) once the scanner has seen them.
 * @throws Problem 404
 */
async function requireVisible(ctx: AccountContext, records: RecordRegistry, file: StoredFile): Promise<void> {
  if (!isOfRecord(file)) {
    if (file.isUnchecked) throw problems.not_found();
    return;
  }
  if (ctx.roleType === 'customer' && !isOpenOutside(file)) throw problems.not_found();
  await visibleRecord(ctx, records, file.recordType, file.recordID);
}

/** Whether the caller may add files to records of a type that they may read. */
const mayAdd = (rights: Rights, records: RecordRegistry, type: RecordType): boolean =>
  rights.roleType === 'customer' ? type.customersAddFiles === true : mayUse(rights, records, type, 'update');

/** Checks the right to add a file to a record that the caller sees. @throws Problem 403 */
function requireAdd(rights: Rights, type: RecordType): void {
  if (rights.roleType !== 'customer') requireUse(rights, type, 'update');
  else if (!type.customersAddFiles) throw problems.forbidden({ message: 'Files cannot be added here' });
}

/** The file of a record that the caller may change. @throws Problem 403, 404 */
async function fileToChange(
  ctx: AccountContext,
  records: RecordRegistry,
  fileID: string,
): Promise<{ file: FileOfRecord; type: RecordType }> {
  const file = await ctx.em.getForUpdate(StoredFile, fileID);
  if (!isOfRecord(file)) throw problems.not_found();
  const { type } = await visibleRecord(ctx, records, file.recordType, file.recordID);
  requireUse(ctx, type, 'update');
  return { file, type };
}

const recordOf = ({ recordType, recordID }: FileOfRecord) => ({ type: recordType, id: recordID });

const factOf = (file: StoredFile, record: { type: string; id: string }) => ({
  fileID: file.id,
  name: file.name,
  recordType: record.type,
  recordID: record.id,
});

const changeable = ['name', 'note', 'isShared', 'position'] as const;

/** Routes of files. */
export const fileRoutes = (records: RecordRegistry, scanner: FileScanner): Route[] => [
  route(getFile, async (ctx, { params }) => {
    await requireVisible(ctx, records, await ctx.em.get(StoredFile, params.fileID));
    return contentOfFile(ctx, params.fileID);
  }),
  outsideRoute(
    createFile,
    async (ctx, { query: { name, recordType, recordID }, body: bytes }) => {
      const record = { type: recordType, id: recordID };
      const check = async (inner: AccountContext): Promise<void> => {
        const { type } = await visibleRecord(inner, records, recordType, recordID);
        requireAdd(inner, type);
      };
      let isUnchecked = false;
      if (scanner.isThere) {
        await ctx.inTransaction(check, { readOnly: true });
        isUnchecked = await isLeftUnchecked(ctx, scanner, { name, bytes, record });
      }
      return ctx.inTransaction(async (inner) => {
        await check(inner);
        const file = await saveFile(inner, { name, bytes, record, isUnchecked });
        audit(inner, { record, action: 'file_added', note: file.name });
        emit(inner, fileAdded, factOf(file, record), record);
        return infoOf(file);
      });
    },
    {
      admit(rights, { query }) {
        const type = records.type(query.recordType);
        if (!type || !mayUse(rights, records, type, 'read')) throw problems.not_found();
        requireAdd(rights, type);
      },
    },
  ),
  route(listFiles, async (ctx, { query }) => {
    const { type } = await visibleRecord(ctx, records, query.recordType, query.recordID);
    const isOutside = ctx.roleType === 'customer';
    const files = await ctx.em.find(StoredFile, {
      recordType: query.recordType,
      recordID: query.recordID,
      ...(isOutside ? { isShared: true } : {}),
    });
    const seen = isOutside ? files.filter(isListedOutside) : files;
    return {
      items: seen.toSorted(inFileOrder).map(isOutside ? infoForCustomer : infoOf),
      mayAdd: mayAdd(ctx, records, type),
      mayChange: !isOutside && mayUse(ctx, records, type, 'update'),
      isShareable: type.customers === true,
    };
  }),
  route(updateFile, async (ctx, { params, body }) => {
    const { file, type } = await fileToChange(ctx, records, params.fileID);
    if (body.isShared && !type.customers)
      throw problems.invalid_input({
        errors: [{ path: 'isShared', message: `Nobody outside sees a ${type.label.toLowerCase()}` }],
      });
    const before = snapshotOf(file, changeable);
    Object.assign(file, body, body.name === undefined ? {} : { name: safeName(body.name, file.contentType) });
    const changes = changesOf(before, file, changeable);
    if (changes.length) audit(ctx, { record: recordOf(file), action: 'file_changed', note: file.name, changes });
    await ctx.em.flush();
    return infoOf(file);
  }),
  route(deleteFile, async (ctx, { params }) => {
    const { file } = await fileToChange(ctx, records, params.fileID);
    const record = recordOf(file);
    await removeFile(ctx, file.id);
    audit(ctx, { record, action: 'file_removed', note: file.name });
    emit(ctx, fileRemoved, factOf(file, record), record);
    return undefined;
  }),
];
