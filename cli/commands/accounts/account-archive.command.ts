import { statSync } from 'node:fs';
import { defineCommand, type OperatorContext, refusal, usageFailure } from '@millwright/core/cli';
import { found, theAccount } from './account.command.ts';

const counted = (count: number): string => count.toLocaleString('en-US');

/** Everything of one account at one moment, in one file. */
export const accountExport = defineCommand({
  name: 'account export',
  summary: 'write everything of one account into one file',
  description: `One tar.gz of the form of a backup, with the account's rows of every table, its files and its people
without their passwords, of one moment; the server may run. \`account import\` takes it to another installation of the
same version. manifest.json, its last entry, lists the tables with columns, rows and checksums;
data/SCHEMA.TABLE/NUMBER.copy are their rows as COPY writes them: columns between tabs, \\N for null.

Example:
  millwright account export northfield northfield.tar.gz`,
  kind: 'operator',
  writes: true,
  arguments: { ...theAccount, file: { summary: 'the file to write' } },
  options: { force: { type: 'flag', summary: 'replace a file that is there' } },
  async run(ctx, { account: wanted, file, force }) {
    const path = ctx.pathOf(file);
    if (!force && statSync(path, { throwIfNoEntry: false }))
      throw refusal('file_exists', `There is a file ${file} already`, { hint: 'Choose another name, or add --force' });
    const [{ backUp }, { adminUrl, secret, schemas }, { account }] = await Promise.all([
      import('../../data/backup/back-up.ts'),
      machine(ctx),
      found(ctx, wanted),
    ]);
    const { id, slug, name } = account;
    if (ctx.isDryRun) {
      await ctx.result({ id, slug, file, dryRun: true }, () => ctx.say(`Would write ${slug} to ${file}.`));
      return;
    }
    const { tables, createdAt } = await backUp(ctx, {
      adminUrl,
      secret,
      schemas,
      file: path,
      account: { id, slug, name },
    });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const { size } = statSync(path);
    await ctx.result({ id, slug, file, size, rows, createdAt }, () =>
      ctx.say(`Wrote ${counted(rows)} rows of ${slug} to ${file} (${counted(size)} bytes).`),
    );
  },
});

/** An account of another installation, beside those that are here. */
export const accountImport = defineCommand({
  name: 'account import',
  summary: 'bring an exported account into this installation, closed',
  description: `Reads the whole file and compares its checksums first, then loads it in one transaction beside the
accounts that are here. People are recognised by their email and keep their sign-in here; who is new chooses a password
with "Forgot password". Sealed credentials of integrations open only where MILLWRIGHT_SECRET is the same; enter them
again elsewhere. What was queued stays behind. The account is closed until \`account open\`: two copies never send the
same mail.`,
  kind: 'operator',
  writes: true,
  arguments: { file: { summary: 'a file that account export has written' } },
  options: { slug: { type: 'text', value: 'SLUG', summary: 'another short name, where its own is taken' } },
  async run(ctx, { file, slug }) {
    const path = ctx.pathOf(file);
    const size = statSync(path, { throwIfNoEntry: false })?.size;
    if (size === undefined) throw usageFailure(`There is no file ${file}`);
    const [{ verifyBackup }, { importAccount }, { secretFingerprint }, { adminUrl, secret }] = await Promise.all([
      import('../../data/backup/verify-backup.ts'),
      import('../../data/archive/import-account.ts'),
      import('@millwright/core/kernel'),
      machine(ctx),
    ]);
    if (slug !== undefined) await checkSlug(slug);
    // The schema has to be there, and of this version.
    await ctx.openKernel();
    const checking = await ctx.progress('Checking the file', { total: size, unit: 'bytes' });
    const manifest = await verifyBackup(path, ctx.signal, (bytes) => checking.update(bytes)).finally(() =>
      checking.end(),
    );
    if (!manifest.account)
      throw refusal('no_account_archive', `${file} is a backup of everything`, {
        hint: 'Bring it back with: millwright restore FILE',
      });
    if (manifest.secretFingerprint !== secretFingerprint(secret))
      ctx.note('warning: this installation has another secret: credentials of integrations have to be entered again');
    const progress = await ctx.progress('Importing', { total: size, unit: 'bytes' });
    const { id, name, slug: former } = manifest.account;
    const { newPeople: _, ...done } = await importAccount(
      adminUrl,
      { manifest, file: path, slug, signal: ctx.signal, progress },
      { isDryRun: ctx.isDryRun },
    ).finally(() => progress.end());
    const facts = { id, slug: slug ?? former, name, ...done };
    await ctx.result(ctx.isDryRun ? { ...facts, dryRun: true } : facts, () => {
      const people = `${done.added} new people and ${done.known} known here`;
      const what = `${counted(done.rows)} rows of ${facts.slug}, with ${people}`;
      ctx.say(ctx.isDryRun ? `Would import ${what}. Nothing was changed.` : `Imported ${what}.`);
      if (!ctx.isDryRun) ctx.say(`It is closed; open it with: millwright account open ${facts.slug}`);
    });
  },
});

/** The installation with the schemas of its plugins. */
export async function machine(ctx: OperatorContext) {
  const [{ registryOf }, { loadPlugins }, { openMachine }] = await Promise.all([
    import('@millwright/core/kernel'),
    import('../../installation/load-plugins.ts'),
    import('../../installation/operator-context.ts'),
  ]);
  const { adminUrl, secret } = await openMachine(ctx);
  const schemas = registryOf(await loadPlugins())
    .schemaOwners()
    .map(({ schema }) => schema);
  return { adminUrl, secret, schemas };
}

async function checkSlug(slug: string): Promise<void> {
  const { accountPatch } = await import('@millwright/core/contracts');
  const { error } = accountPatch.safeParse({ slug });
  if (error)
    throw refusal('invalid_input', 'The slug cannot be used', {
      errors: error.issues.map(({ message }) => ({ path: '--slug', message })),
    });
}
