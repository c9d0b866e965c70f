import { defineCommand } from '@millwright/core/cli';

/** Deletes a person's data; documents stay. */
export const personDelete = defineCommand({
  name: 'person delete',
  summary: 'erase a person: sign-in, name and address go, what they did stays',
  description:
    'Their sign-in with sessions, second factor, mails and history is deleted. Documents, movements and ' +
    'the audit trail of every account stay, and say "Deleted person" instead. Backups made before still hold ' +
    'everything, and so do files that somebody uploaded. A running server forgets them within 30 seconds.\n\n' +
    'Example:\n  millwright person delete ada@northfield.example --dry-run',
  kind: 'operator',
  writes: true,
  arguments: { who: { summary: 'email or username' } },
  async run(ctx, { who }) {
    const [{ deletePerson }, { registryOf }, { loadPlugins }, { openMachine }] = await Promise.all([
      import('../../data/archive/delete-person.ts'),
      import('@millwright/core/kernel'),
      import('../../installation/load-plugins.ts'),
      import('../../installation/operator-context.ts'),
    ]);
    const { adminUrl } = await openMachine(ctx);
    const schemas = registryOf(await loadPlugins())
      .schemaOwners()
      .map(({ schema }) => schema);
    const tell = (verb: string, of: Readonly<Record<string, number>>): void => {
      for (const [table, rows] of Object.entries(of)) ctx.note(`${verb} ${rows.toLocaleString('en-US')} in ${table}`);
    };
    const planned = await deletePerson(adminUrl, schemas, who, { isDryRun: true });
    tell(ctx.isDryRun ? 'would delete' : 'deletes', planned.deleted);
    tell(ctx.isDryRun ? 'would change' : 'changes', planned.changed);
    if (ctx.isDryRun) {
      await ctx.result({ ...planned, dryRun: true }, () => ctx.say('Nothing was changed.'));
      return;
    }
    await ctx.confirm(`Erase ${who} for good?`);
    const done = await deletePerson(adminUrl, schemas, who);
    await ctx.result({ ...done, dryRun: false }, () =>
      ctx.say(`${who} is erased; what they did stands under "Deleted person".`),
    );
  },
});
