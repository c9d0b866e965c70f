import { createHash } from 'node:crypto';
import { newID } from '../contracts/texts/id.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import { StoredFile } from './file.entity.ts';
import { fileStore } from './file-store.ts';
import { contentTypeOfUpload, safeName } from './upload-rules.ts';

/** A file to store. */
export interface FileToSave {
  name: string;
  bytes: Uint8Array;
  /** Its record; absent for files of the account itself. */
  record?: { type: string; id: string } | undefined;
  /** Set for files that the server has created, whose bytes are not checked. */
  contentType?: string | undefined;
  /** Largest size in bytes; 5 MiB by default. */
  largest?: number | undefined;
  /** True accepts only PNG, JPEG, WebP and GIF, for logos and photos. */
  imagesOnly?: boolean | undefined;
}

/**
 * Stores a file in this transaction. The type of an upload is detected from its bytes.
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

/** Deletes a file and its bytes. @throws Problem 404 `not_found` */
export async function removeFile(ctx: AccountContext, id: string): Promise<void> {
  const file = await ctx.em.getForUpdate(StoredFile, id);
  await fileStore().remove(ctx, id);
  ctx.em.remove(file);
  await ctx.em.flush();
}
