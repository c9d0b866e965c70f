import type { Client } from '../../../contracts/client.ts';
import type { FileInfo } from '../../../contracts/work/file.contract.ts';
import { getFile } from '../../../contracts/work/file-content.contract.ts';
import { isPicture } from './file-text.ts';

/** Milliseconds after which the address of an opened file is given up; by then the tab has read it. */
const keptFor = 60_000;

type OpenedFile = Pick<FileInfo, 'id' | 'name' | 'contentType'>;

/**
 * Opens a picture or a PDF in a new tab, and saves any other file, from its bytes. Called by a click.
 * @throws whatever `read` throws
 */
export async function openBytes(
  file: Pick<OpenedFile, 'name' | 'contentType'>,
  read: () => Promise<ArrayBuffer>,
): Promise<void> {
  const isOpened = isPicture(file) || file.contentType === 'application/pdf';
  // Opened at once: after a wait browsers take it for a window that nobody asked for.
  const tab = isOpened ? globalThis.open('', '_blank') : null;
  try {
    const address = URL.createObjectURL(new Blob([await read()], { type: file.contentType }));
    if (tab) tab.location.href = address;
    else Object.assign(document.createElement('a'), { href: address, download: file.name }).click();
    setTimeout(() => URL.revokeObjectURL(address), keptFor);
  } catch (error) {
    tab?.close();
    throw error;
  }
}

/** The bytes of a file. @throws ApiError */
export const readFileBytes = async (client: Client, { id }: Pick<OpenedFile, 'id'>): Promise<ArrayBuffer> =>
  (await client.call(getFile, { params: { fileID: id } })).arrayBuffer();

/** Opens or saves a file of a record. @throws ApiError */
export const openFile = (client: Client, file: OpenedFile): Promise<void> =>
  openBytes(file, () => readFileBytes(client, file));
