import { createHash } from 'node:crypto';
import { newID } from '../contracts/id.ts';
import type { AccountContext } from '../kernel/context.ts';
import { StoredFile } from './file.entity.ts';
import { fileStore } from './file-store.ts';
import { contentTypeOfUpload, safeName } from './upload-rules.ts';

/** What to keep, and of which record. */
export interface FileToSave {
  name: string;
  bytes: Uint8Array;
  /** The record it belongs to; absent for files of the account itself. */
  record?: { type: string; id: string } | undefined;
  /** Given for files that the server made itself, whose bytes need no judging. */
  contentType?: string | undefined;
  /** Bytes; 5 MiB if not given. */
  largest?: number | undefined;
  /** True accepts PNG, JPEG, WebP and GIF only: logos and photos. */
  imagesOnly?: boolean | undefined;
}

/**
 * Keeps a file in this transaction. Uploads are judged by their bytes.
 * @throws Problem 413 `too_large`, 400 `invalid_input`
 */
export async function saveFile(ctx: AccountContext, file: FileToSave): Promise<StoredFile> {
  const { bytes, record } = file;
  const rules = { ...(file.largest ? { largest: file.largest } : {}), imagesOnly: file.imagesOnly ?? false };
  const contentType = file.contentType ?? (await contentTypeOfUpload(bytes, file.name, rules));
  const stored = ctx.em.create(StoredFile, {
    id: newID('file'),
    name: safeName(file.name, contentType),
    contentType,
    size: bytes.byteLength,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    recordType: record?.type ?? null,
    recordID: record?.id ?? null,
  });
  await ctx.em.flush();
  await fileStore().put(ctx, stored.id, bytes);
  return stored;
}

/** A file with its bytes. @throws Problem 404 `not_found` */
export async function readFile(ctx: AccountContext, id: string): Promise<StoredFile & { bytes: Uint8Array }> {
  const file = await ctx.em.get(StoredFile, id);
  return Object.assign(file, { bytes: await fileStore().get(ctx, id) });
}

/** Removes a file and its bytes. @throws Problem 404 `not_found` */
export async function removeFile(ctx: AccountContext, id: string): Promise<void> {
  const file = await ctx.em.getForUpdate(StoredFile, id);
  await fileStore().remove(ctx, id);
  ctx.em.remove(file);
  await ctx.em.flush();
}
