import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineCommand, refusal } from '@millwright/core/cli';
import { readServerState } from '../../installation/server-state.ts';

/** Replaces the installation's secret. */
export const secretRotate = defineCommand({
  name: 'secret rotate',
  summary: 'give the installation another secret, and seal stored credentials with it',
  description: `Everybody signs in anew, and links in mails that were sent end.
A secret in the data folder is replaced by a new one; where MILLWRIGHT_SECRET holds it, set the new one there and the
former as MILLWRIGHT_FORMER_SECRET. Backups made before open with the former secret only. With --lost, stored
credentials of integrations are taken out: they have to be entered again.`,
  kind: 'operator',
  writes: true,
  options: { lost: { type: 'flag', summary: 'the former secret is lost' } },
  async run(ctx, { lost }) {
    const [core, { keptSecret, openInstallation }, { loadPlugins }, { connectionsOfOthers }, settings, { pino }] =
      await Promise.all([
        import('@millwright/core/kernel'),
        import('../../installation/installation.ts'),
        import('../../installation/load-plugins.ts'),
        import('../../installation/others-at-work.ts'),
        import('../../installation/installation-config.ts'),
        import('pino'),
      ]);
    const config = settings.installationConfig(ctx.env);
    const running = readServerState(config.dataDir);
    if (running)
      throw refusal('server_running', `A server runs at ${running.url}`, { hint: 'Stop it first: millwright stop' });
    const kept = join(config.dataDir, 'secret');
    const waiting = `${kept}.next`;
    const former = lost ? undefined : config.secret === undefined ? keptSecret(config) : config.formerSecret;
    if (!lost && former === undefined)
      throw config.secret === undefined
        ? refusal('former_secret_missing', `There is no secret in ${config.dataDir}`, {
            hint: 'Name the right installation: --env FILE, MILLWRIGHT_DATA_DIR; if its secret is lost, add --lost',
          })
        : refusal('former_secret_missing', 'MILLWRIGHT_FORMER_SECRET is not set', {
            hint: 'Set it to the secret before MILLWRIGHT_SECRET; if nobody has it any more, add --lost',
          });
    if (ctx.isDryRun) {
      await ctx.result({ dryRun: true, lost }, () => ctx.say('Would give the installation another secret.'));
      return;
    }
    await ctx.confirm(
      lost ? 'End all sign-ins and take out stored credentials?' : 'End all sign-ins and seal stored credentials anew?',
    );
    const begun = existsSync(waiting) ? readFileSync(waiting, 'utf8').trim() : undefined;
    const secret = config.secret ?? begun ?? core.newSecret();
    const installation = await openInstallation(config, ctx.note, {
      secret,
      check: async (url) => {
        const known = await core.rememberedSecret(url);
        const expected = [secret, ...(former === undefined ? [] : [former])].map(core.secretFingerprint);
        if (!lost && known !== undefined && !expected.includes(known))
          throw refusal('other_secret', 'The former secret is not the one that the database was set up with', {
            hint: 'Give the right one; if nobody has it any more, add --lost',
          });
        // Stored before anything is sealed with it, so that the command can be continued after a crash, and only now,
        // so that a refusal leaves no file behind.
        if (config.secret === undefined && begun === undefined) writeFileSync(waiting, secret, { mode: 0o600 });
      },
    });
    ctx.onEnd(() => installation.stop());
    const others = await connectionsOfOthers(installation.urls);
    if (others)
      throw refusal('server_running', `Another process works with this database (${others} connections)`, {
        hint: 'Stop it first; every process needs the new secret',
      });
    const kernel = await core.bootKernel({
      plugins: await loadPlugins(),
      urls: installation.urls,
      secret,
      environment: config.environment,
      log: pino({ level: 'error' }, pino.destination({ fd: 2, sync: true })),
      baseURL: config.baseURL ?? `http://${config.host}:${config.port}`,
      pool: { tenant: 4, auth: 2 },
      env: ctx.env,
    });
    ctx.onEnd(() => kernel.close());
    const done = await core.underInstallationLock(installation.urls.migrate, 'secret', () =>
      core.rotateSecret(kernel.tenancy, { secret, former }),
    );
    await core.rememberSecret(installation.urls.migrate, secret);
    if (config.secret === undefined) renameSync(waiting, kept);
    await ctx.result({ ...done, lost }, () => {
      ctx.say(`The secret is another one. ${done.sessions} sign-ins ended.`);
      ctx.say(`The keys of ${done.accounts} accounts were sealed anew.`);
      if (done.emptied) ctx.say(`${done.emptied} integrations wait for their credentials, switched off.`);
      if (config.secret !== undefined) ctx.note('MILLWRIGHT_FORMER_SECRET is not needed any more.');
    });
  },
});
