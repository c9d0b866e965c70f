import { openDelimited } from '../delimited/delimited-table.ts';
import { openXlsx } from '../xlsx/xlsx-table.ts';
import { foreignKind } from './file-kind.ts';
import type { SourceTable } from './source-table.ts';
import { unreadable } from './unreadable.ts';

/** A person's choices where detection failed. */
interface FileChoices {
  encoding?: string | undefined;
  delimiter?: string | undefined;
  sheet?: string | undefined;
}

const isArchive = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'PK\x03\x04';

/** Opens a file by its content, whatever its name. @throws 400 `file_unreadable` with the reason */
export async function openTable(bytes: Uint8Array, choices: FileChoices = {}): Promise<SourceTable> {
  if (bytes.length === 0) throw unreadable('it is empty');
  const foreign = await foreignKind(bytes);
  if (foreign !== undefined) throw unreadable(foreign);
  if (isArchive(bytes)) return openXlsx(bytes, choices);
  return openDelimited(bytes, choices);
}
