import { useState } from 'react';
import { ApiError } from '../../../contracts/client.ts';
import { createFile, largestFile } from '../../../contracts/work/file.contract.ts';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import type { RecordName } from '../detail/timeline-panel.tsx';
import { errorText } from '../feedback/error-text.ts';

/** A file on its way to the server, or one that was refused. */
export interface FileUpload {
  key: string;
  file: File;
  /** Undefined while the file waits or is sent. */
  error?: { text: string; canRetry: boolean };
}

const mega = 1024 * 1024;

/** The reason why a file need not be sent at all. */
const faultOf = ({ size }: File, largest: number): string | undefined => {
  if (size === 0) return 'The file is empty';
  return size > largest ? `A file may have at most ${Math.floor(largest / mega)} MB` : undefined;
};

/**
 * Sends files to a record, one after another. A refused one stays with its reason, and one that the server did not
 * receive can be sent again; the others go on.
 */
export function useUploads(record: RecordName, largest = largestFile) {
  const [uploads, setUploads] = useState<readonly FileUpload[]>([]);
  const sending = useEndpointMutation(createFile);

  const change = (key: string, next: FileUpload | undefined) =>
    setUploads((all) => all.flatMap((each) => (each.key === key ? (next ?? []) : each)));

  async function send({ key, file }: FileUpload): Promise<void> {
    change(key, { key, file });
    const query = { name: file.name || 'photo', recordType: record.type, recordID: record.id };
    try {
      await sending.mutateAsync({ query, body: file });
      change(key, undefined);
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0;
      const field = error instanceof ApiError ? error.errors[0]?.message : undefined;
      change(key, {
        key,
        file,
        error: { text: field ?? errorText(error), canRetry: status === 0 || status === 429 || status >= 500 },
      });
    }
  }

  async function add(files: readonly File[]): Promise<void> {
    const added = files.map((file): FileUpload => {
      const text = faultOf(file, largest);
      return { key: crypto.randomUUID(), file, ...(text ? { error: { text, canRetry: false } } : {}) };
    });
    setUploads((all) => [...all, ...added]);
    for (const upload of added) if (!upload.error) await send(upload);
  }

  return {
    uploads,
    add,
    retry: (upload: FileUpload) => send(upload),
    dismiss: ({ key }: FileUpload) => change(key, undefined),
  };
}
