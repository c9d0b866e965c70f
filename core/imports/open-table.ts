import { openDelimited } from './delimited-table.ts';
import type { SourceTable } from './source-table.ts';
import { unreadable } from './unreadable.ts';
import { openXlsx } from './xlsx-table.ts';

/** What a person chose because detection got it wrong. */
interface FileChoices {
  encoding?: string | undefined;
  delimiter?: string | undefined;
  sheet?: string | undefined;
}

const beginsWith = (bytes: Uint8Array, ...wanted: readonly number[]): boolean =>
  wanted.every((byte, index) => bytes[index] === byte);

/** Opens a file by what it is, not by what it is called. @throws 400 `file_unreadable` with the reason */
export async function openTable(bytes: Uint8Array, choices: FileChoices = {}): Promise<SourceTable> {
  if (bytes.length === 0) throw unreadable('it is empty');
  if (beginsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) return openXlsx(bytes, choices);
  if (beginsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    throw unreadable('It is an old workbook (XLS) or protected by a password; save it as XLSX or CSV');
  if (beginsWith(bytes, 0x25, 0x50, 0x44, 0x46)) throw unreadable('It is a PDF; a table is needed');
  return openDelimited(bytes, choices);
}
