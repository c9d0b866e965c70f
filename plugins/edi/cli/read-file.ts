import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { type CommandContext, plainText, usageFailure } from '@millwright/core/cli';
import { type InterchangeFinding, readX12, validateInterchange, type X12Interchange } from '../contracts/index.ts';
import { decodeFile } from '../server/file/decode-file.ts';

/** The content of a file, with all findings in file order. */
export interface CheckedFile {
  name: string;
  interchanges: X12Interchange[];
  findings: InterchangeFinding[];
}

/**
 * Reads and checks a file.
 * @throws CommandFailure if there is no such file
 */
export async function checkFile(ctx: CommandContext, file: string): Promise<CheckedFile> {
  const bytes = await readFile(ctx.pathOf(file)).catch((error: NodeJS.ErrnoException) => {
    throw usageFailure(
      error.code === 'ENOENT' ? `There is no file ${file}` : `${file} could not be read: ${error.message}`,
    );
  });
  const { interchanges, findings } = readX12(decodeFile(bytes));
  const all = [...findings, ...interchanges.flatMap(validateInterchange)];
  return {
    name: basename(file),
    interchanges,
    findings: all.sort((one, other) => (one.segment ?? 0) - (other.segment ?? 0)),
  };
}

const place = ({ segment, id, element }: InterchangeFinding): string =>
  segment === undefined ? '' : `${segment} ${id ?? ''}${element === undefined ? '' : String(element).padStart(2, '0')}`;

/** Prints findings as a table; control characters of the file are never written to the terminal. */
export function showFindings(ctx: CommandContext, findings: readonly InterchangeFinding[]): void {
  ctx.table(
    [
      { title: 'Segment', value: (finding: InterchangeFinding) => plainText(place(finding)) },
      { title: 'Weight', value: ({ severity }: InterchangeFinding) => severity },
      { title: 'Finding', value: ({ code }: InterchangeFinding) => code },
      { title: 'In words', value: ({ message }: InterchangeFinding) => plainText(message), minimum: 30 },
    ],
    [...findings],
  );
}
