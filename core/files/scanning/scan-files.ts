import { sql } from 'kysely';
import { z } from 'zod';
import { audit } from '../../audit/audit.ts';
import { defineEvent } from '../../contracts/plugins/event.ts';
import { fileRemoved } from '../../contracts/work/file.contract.ts';
import { emit } from '../../events/emit.ts';
import type { EventSubscription } from '../../events/event-registry.ts';
import type { RunInAccount } from '../../events/handle-event.ts';
import { accountsWithOlder } from '../../jobs/looks/due-sql.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import type { ScheduledJob } from '../../kernel/plugin/plugin.ts';
import { StoredFile } from '../file.entity.ts';
import { readFile, removeFile } from '../file.service.ts';
import type { FileScanner } from './file-scanner.ts';
import { infectedNote } from './scan-upload.ts';

/** Files of an account wait for the scanner. */
export const filesUnchecked = defineEvent({
  type: 'core.file.unchecked',
  isInternal: 'A job of the platform asks the scanner again',
  payload: z.object({}),
});

/** Files that one run scans. */
const mostFiles = 100;

/** Takes the logo from an account whose file was deleted. */
async function forgetLogo(ctx: AccountContext, fileID: string, note: string): Promise<void> {
  const { rows } = await sql`update core.account set logo_file_id = null, version = version + 1
    where id = ${ctx.account.id} and logo_file_id = ${fileID} returning id`.execute(ctx.em.query());
  if (rows.length) audit(ctx, { record: { type: 'account', id: ctx.account.id }, action: 'file_infected', note });
}

/** Every five minutes, in accounts with files that the scanner has not seen. */
export const scanJob: ScheduledJob = {
  name: 'core.scan-files',
  cron: '*/5 * * * *',
  due: {
    sql: accountsWithOlder('core.file', 'created_at', { than: '0 hours', where: 'found.is_unchecked' }),
    sample: "update core.file set is_unchecked = true, created_at = '2026-01-01'",
  },
  async handle(ctx) {
    emit(ctx, filesUnchecked, {}, { type: 'account', id: ctx.account.id });
    await ctx.em.flush();
  },
};

/**
 * Has unchecked files scanned, outside of transactions. An infected one is deleted, which the history of its record
 * says. Where the installation has no scanner any more, its files count as checked.
 */
export function scanSubscription(scanner: FileScanner, runInAccount: RunInAccount): EventSubscription {
  const unchecked = (accountID: string): Promise<string[]> =>
    runInAccount(accountID, async (ctx) => {
      const files = await ctx.em.find(
        StoredFile,
        { isUnchecked: true },
        { orderBy: { createdAt: 'asc', id: 'asc' }, limit: mostFiles },
      );
      return files.map(({ id }) => id);
    });
  /** False once the scanner is away. */
  const scan = async (accountID: string, fileID: string): Promise<boolean> => {
    const bytes = await runInAccount(accountID, async (ctx) =>
      (await ctx.em.findOne(StoredFile, { id: fileID })) ? (await readFile(ctx, fileID)).bytes : undefined,
    );
    if (!bytes) return true;
    const verdict = await scanner.scan(bytes);
    if (verdict.is === 'away') return false;
    await runInAccount(accountID, async (ctx) => {
      const file = await ctx.em.findOne(StoredFile, { id: fileID });
      if (!file) return;
      if (verdict.is === 'clean') file.isUnchecked = false;
      else {
        const { name, recordType, recordID } = file;
        await removeFile(ctx, fileID);
        if (!recordType) await forgetLogo(ctx, fileID, infectedNote(name, verdict.found));
        if (recordType && recordID) {
          const record = { type: recordType, id: recordID };
          audit(ctx, { record, action: 'file_infected', note: infectedNote(name, verdict.found) });
          emit(ctx, fileRemoved, { fileID, name, recordType, recordID }, record);
        }
      }
      await ctx.em.flush();
    });
    return true;
  };
  return {
    event: filesUnchecked,
    name: 'core.scan-files',
    async runOutside(accountID) {
      for (const fileID of await unchecked(accountID)) if (!(await scan(accountID, fileID))) return;
    },
  };
}
