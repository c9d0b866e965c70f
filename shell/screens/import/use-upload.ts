import { ApiError, useEndpointMutation } from '@millwright/core/browser';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { createImport, largestImportFile } from '../../../core/contracts/work/import.contract.ts';

/** How to read a file that detection read incorrectly. */
export interface ReadChoices {
  sheet?: string;
  encoding?: string;
  delimiter?: string;
}

/** A second file with the lines of the first file's records, and the column that both share. */
export interface LinesFile {
  file: File;
  on: string;
}

/** The files of one import. */
export interface Upload {
  file: File;
  lines?: LinesFile | undefined;
}

// Files are kept in the tab, so that an import can be read differently without choosing them again.
const kept = new Map<string, Upload>();

/** Files of an import that was uploaded in this tab. */
export const keptFiles = (importID: string): Upload | undefined => kept.get(importID);

const messageOf = (error: unknown): string => {
  if (!(error instanceof ApiError)) return 'The file could not be sent';
  if (error.status === 0) return 'The file could not be sent: the server cannot be reached, or the file changed since';
  return error.errors.find(({ path }) => path === 'file')?.message ?? error.errors[0]?.message ?? error.message;
};

/** Uploads a file and opens its import; `refused` is the reason if there is none. */
export function useUpload(type: string) {
  const navigate = useNavigate();
  const create = useEndpointMutation(createImport);
  const [refused, setRefused] = useState<(Upload & { message: string }) | null>(null);
  /** Answers whether an import was created. */
  const upload = async (files: Upload, choices: ReadChoices = {}): Promise<boolean> => {
    const { file, lines } = files;
    setRefused(null);
    const refuse = (message: string): false => {
      setRefused({ ...files, message });
      return false;
    };
    if (file.size === 0) return refuse('It is empty');
    if (file.size + (lines?.file.size ?? 0) > largestImportFile) return refuse('It has more than 64 MB; split it');
    try {
      const { id } = await create.mutateAsync({
        query: {
          type,
          fileName: file.name.slice(-200),
          ...choices,
          // The remembered mapping is only a proposal; the person sees it before anything is written.
          preferRemembered: 'true',
          ...(lines ? { linesFrom: file.size, linesName: lines.file.name.slice(-200), on: lines.on } : {}),
        },
        // A Blob without a type, so that the request body is sent as plain bytes.
        body: new Blob(lines ? [file, lines.file] : [file]),
      });
      kept.set(id, files);
      await navigate(`/dashboard/imports/${id}`);
      return true;
    } catch (error) {
      return refuse(messageOf(error));
    }
  };
  return { upload, refused, isPending: create.isPending };
}
