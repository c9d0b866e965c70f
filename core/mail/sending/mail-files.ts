import { Problem, problems } from '../../contracts/endpoints/problem.ts';
import { StoredFile } from '../../files/file.entity.ts';
import { readFile } from '../../files/file.service.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import type { EmailLog } from '../log/email-log.entity.ts';
import { MailRefused, type OutgoingMail } from './mail-transport.ts';

const mega = 1024 * 1024;

/** Most bytes of the files of a mail together. Encoded they take a third more, and mail servers refuse about 25 MB. */
const largestMail = 15 * mega;

const refuse = (errors: { path: string; message: string }[]) =>
  problems.invalid_input({ ...(errors[0] ? { message: errors[0].message } : {}), errors });

/**
 * The files that a mail about a record takes along, by the ids that its sender has chosen.
 * @throws Problem 400 for a file of another record, for one that waits for the scanner, and for files that are too
 * large together
 */
export async function filesOfMail(
  ctx: AccountContext,
  record: { type: string; id: string } | undefined,
  fileIDs: readonly string[],
): Promise<EmailLog['files']> {
  const wanted = [...new Set(fileIDs)];
  if (!wanted.length) return [];
  const found = record
    ? await ctx.em.find(StoredFile, { id: { $in: wanted }, recordType: record.type, recordID: record.id })
    : [];
  const byID = new Map(found.map((file) => [file.id, file]));
  const files = wanted.flatMap((id) => byID.get(id) ?? []);
  if (files.length < wanted.length)
    throw refuse(
      fileIDs.flatMap((id, index) =>
        byID.has(id) ? [] : [{ path: `fileIDs.${index}`, message: 'Must be a file of the record that is mailed' }],
      ),
    );
  const unchecked = files.filter(({ isUnchecked }) => isUnchecked);
  if (unchecked.length)
    throw refuse(
      unchecked.map(({ id, name }) => ({
        path: `fileIDs.${fileIDs.indexOf(id)}`,
        message: `${name} has not been scanned for viruses yet`,
      })),
    );
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (size > largestMail)
    throw refuse([
      {
        path: 'fileIDs',
        message:
          `The files of a mail may have at most ${largestMail / mega} MB together, and these have ` +
          `${Math.ceil((size / mega) * 10) / 10} MB: leave one out, or share them instead`,
      },
    ]);
  return files.map(({ id, name }) => ({ id, name }));
}

/**
 * The files of a queued mail with their bytes.
 * @throws MailRefused for a file that was deleted after the mail was queued
 */
export async function attachmentsOf(
  ctx: AccountContext,
  files: EmailLog['files'],
): Promise<NonNullable<OutgoingMail['attachments']>> {
  const attached: NonNullable<OutgoingMail['attachments']>[number][] = [];
  for (const { id, name } of files) {
    const { contentType, bytes } = await readFile(ctx, id).catch((error: unknown) => {
      if (error instanceof Problem && error.status === 404)
        throw new MailRefused(`${name} was deleted before the mail left`);
      throw error;
    });
    attached.push({ filename: name, contentType, bytes });
  }
  return attached;
}
