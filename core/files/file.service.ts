import { createHash } from 'node:crypto';
import { newID } from '../contracts/texts/id.ts';
import { fileProblems } from '../contracts/work/file.contract.ts';
import { sql } from '../database/tenant-entity-manager.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import { gigabyte } from '../kernel/context/work-sizes.ts';
import type { Invariant } from '../kernel/plugin/plugin.ts';
import { StoredFile } from './file.entity.ts';
import { fileStore } from './file-store.ts';
import { contentTypeOfUpload, largestFromOutside, safeName } from './upload-rules.ts';

/** Most files of a record. */
const mostFiles = 100;
/** Most files that people of a customer may add to a record. */
const mostFromOutside = 5;

/** A file to store. */
export interface FileToSave {
  name: string;
  bytes: Uint8Array;
  /** Its record; absent for files of the account itself. */
  record?: { type: string; id: string } | undefined;
  /** Set for files that the server has created, whose bytes are not checked and which are never refused. */
  contentType?: string | undefined;
  /** True for an upload that the scanner has not seen. */
  isUnchecked?: boolean | undefined;
  /** Largest size in bytes; 25 MB by default. */
  largest?: number | undefined;
  /** True accepts only PNG, JPEG, WebP and GIF, for logos and photos. */
  imagesOnly?: boolean | undefined;
}

/**
 * Stores a file in this transaction. The type of an upload is detected from its bytes. A file that a person of a
 * customer adds is marked as from outside, and shared with that customer.
 * @throws Problem 413 `too_large`, 400 `invalid_input`, 402 `storage_full`, 409 `too_many_files`
 */
export async function saveFile(ctx: AccountContext, file: FileToSave): Promise<StoredFile> {
  const { bytes, record, contentType: made } = file;
  const isOutside = ctx.roleType === 'customer';
  const contentType =
    made ??
    (await contentTypeOfUpload(bytes, file.name, {
      ...(file.largest ? { largest: file.largest } : isOutside ? { largest: largestFromOutside } : {}),
      accepts: file.imagesOnly ? 'images' : isOutside ? 'fromOutside' : 'all',
    }));
  const size = bytes.byteLength;
  if (made === undefined) await requireRoom(ctx, { record, size, isOutside });
  const stored = ctx.em.create(StoredFile, {
    id: newID('file'),
    name: safeName(file.name, contentType),
    contentType,
    size,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    recordType: record?.type ?? null,
    recordID: record?.id ?? null,
    isShared: isOutside,
    isUnchecked: file.isUnchecked ?? false,
    origin: isOutside ? 'outside' : made === undefined ? 'inside' : 'made',
    addedBy: ctx.actor.name,
  });
  await ctx.em.flush();
  await fileStore().put(ctx, stored.id, bytes);
  return stored;
}

/** Bytes in the words of people: `1.5 GB`, `320 MB`. */
const inWords = (bytes: number): string =>
  bytes >= gigabyte
    ? `${Math.round((bytes / gigabyte) * 10) / 10} GB`
    : `${Math.round((bytes / 1024 ** 2) * 10) / 10} MB`;

/** Checks the limits of account and record. Uploads of one account wait for each other from here to their commit. */
async function requireRoom(
  ctx: AccountContext,
  { record, size, isOutside }: { record: FileToSave['record']; size: number; isOutside: boolean },
): Promise<void> {
  const query = ctx.em.query();
  const { rows: accounts } = await sql<{ plan: 'free' | 'pro' }>`select plan from core.account
    where id = ${ctx.account.id} for no key update`.execute(query);
  const limit = ctx.sizes.storage[accounts[0]?.plan ?? 'free'];
  const { rows } = await sql<{ used: string; count: number; outside: number }>`
    select coalesce(sum(size) filter (where origin <> 'made'), 0)::text as used,
      count(*) filter (where record_type = ${record?.type ?? ''} and record_id = ${record?.id ?? ''})::int as count,
      count(*) filter (where record_type = ${record?.type ?? ''} and record_id = ${record?.id ?? ''}
        and origin = 'outside')::int as outside
    from core.file where account_id = ${ctx.account.id}`.execute(query);
  const { used = '0', count = 0, outside = 0 } = rows[0] ?? {};
  if (count >= mostFiles)
    throw fileProblems.too_many_files({ message: `A record may have at most ${mostFiles} files: delete one first` });
  if (isOutside && outside >= mostFromOutside)
    throw fileProblems.too_many_files({ message: `You may add at most ${mostFromOutside} files here` });
  if (Number(used) + size > limit)
    throw fileProblems.storage_full({
      message: isOutside
        ? 'There is no room for more files here; send it by mail'
        : `There is no room for this file: ${inWords(Number(used))} of ${inWords(limit)} are used. Delete files first`,
      ...(isOutside ? {} : { details: { used: Number(used), limit } }),
    });
}

/** What a breach of the limits of `requireRoom` on storage would leave. */
export const storageInvariant = (storage: Readonly<Record<'free' | 'pro', number>>): Invariant => ({
  name: 'storage-within-the-limit',
  sql: `select account.id, sum(file.size) as used from core.account account
    join core.file file on file.account_id = account.id and file.origin <> 'made'
    where account.id = $1 group by account.id, account.plan
    having sum(file.size) > case account.plan when 'pro' then ${storage.pro} else ${storage.free} end`,
  advice: 'Delete files, or raise MILLWRIGHT_STORAGE_FREE_GB or MILLWRIGHT_STORAGE_PRO_GB',
});

/** A file that somebody outside has added; undefined for all others, and for one that is deleted by now. */
export async function fileFromOutside(ctx: AccountContext, id: string): Promise<StoredFile | undefined> {
  return (await ctx.em.findOne(StoredFile, { accountID: ctx.account.id, id, origin: 'outside' })) ?? undefined;
}

/** A file with its bytes. @throws Problem 404 `not_found` */
export async function readFile(ctx: AccountContext, id: string): Promise<StoredFile & { bytes: Uint8Array }> {
  const file = await ctx.em.get(StoredFile, id);
  return Object.assign(file, { bytes: await fileStore().get(ctx, id) });
}

/** Deletes a file and its bytes. @throws Problem 404 `not_found` */
export async function removeFile(ctx: AccountContext, id: string): Promise<void> {
  const file = await ctx.em.getForUpdate(StoredFile, id);
  await fileStore().remove(ctx, [id]);
  ctx.em.remove(file);
  await ctx.em.flush();
}

/** Deletes all files of records that are gone for good, by the ids of the records. */
export async function removeFilesOf(ctx: AccountContext, recordIDs: readonly string[]): Promise<void> {
  if (!recordIDs.length) return;
  const query = ctx.em.query();
  const { rows } = await sql<{ id: string }>`select id from core.file where account_id = ${ctx.account.id}
    and record_id = any(${[...recordIDs]}::text[]) order by id for update`.execute(query);
  const ids = rows.map(({ id }) => id);
  if (!ids.length) return;
  await fileStore().remove(ctx, ids);
  await sql`delete from core.file where account_id = ${ctx.account.id} and id = any(${ids}::text[])`.execute(query);
}
