import { audit } from '../../audit/audit.ts';
import { fileProblems } from '../../contracts/work/file.contract.ts';
import type { OutsideContext } from '../../kernel/context/context.ts';
import type { FileScanner } from './file-scanner.ts';

/** Text of the history for a file in which something was found. */
export const infectedNote = (name: string, found: string): string => `${name}: ${found}`;

/**
 * Has an upload scanned, before a transaction keeps it. Returns true for a file that the scanner said nothing about,
 * which is kept as unchecked. An infected one is refused, and stands in the history of its record.
 * @throws Problem 400 `file_infected` with the name of what was found
 */
export async function isLeftUnchecked(
  ctx: OutsideContext,
  scanner: FileScanner,
  { name, bytes, record }: { name: string; bytes: Uint8Array; record: { type: string; id: string } },
): Promise<boolean> {
  const verdict = await scanner.scan(bytes);
  if (verdict.is === 'infected') {
    const { found } = verdict;
    await ctx.inTransaction(async (inner) =>
      audit(inner, { record, action: 'file_infected', note: infectedNote(name, found) }),
    );
    throw fileProblems.file_infected({ message: `The file is infected (${found}) and was not taken` });
  }
  if (verdict.is === 'away') ctx.log.warn({ why: verdict.why }, 'the scanner of files did not answer');
  return verdict.is === 'away';
}
