import type { Client } from '../../../contracts/client.ts';
import type { FileInfo } from '../../../contracts/work/file.contract.ts';
import { getFile } from '../../../contracts/work/file-content.contract.ts';

/** Milliseconds after which the address of an opened file is given up; by then the tab has read it. */
const keptFor = 60_000;

/** The bytes of a file. @throws ApiError */
export async function readFileBlob(client: Client, file: Pick<FileInfo, 'id' | 'contentType'>): Promise<Blob> {
  const answer = await client.call(getFile, { params: { fileID: file.id } });
  return new Blob([await answer.arrayBuffer()], { type: file.contentType });
}

/** Opens a picture or a PDF in a new tab, from its bytes. Called by a click. @throws ApiError */
export async function openFile(client: Client, file: Pick<FileInfo, 'id' | 'contentType'>): Promise<void> {
  // Opened at once: after a wait browsers take it for a window that nobody asked for.
  const tab = globalThis.open('', '_blank');
  try {
    const address = URL.createObjectURL(await readFileBlob(client, file));
    if (tab) tab.location.href = address;
    setTimeout(() => URL.revokeObjectURL(address), keptFor);
  } catch (error) {
    tab?.close();
    throw error;
  }
}
