import { setTimeout as pause } from 'node:timers/promises';
import { CommandFailure, defineCommand, exitCodes, type OperatorContext } from '@millwright/core/cli';
import type { loadPlugins } from '../../installation/load-plugins.ts';
import { readServerState } from '../../installation/server-state.ts';

/** Runs the whole server in one process until a signal. */
export const startCommand = defineCommand({
  name: 'start',
  summary: 'start the database, migrate, load the demo accounts and serve everything',
  kind: 'operator',
  ownsSignals: true,
  options: {
    migrate: { type: 'flag', summary: 'bring the schema to this version even while another process works with it' },
  },
  async run(ctx, { migrate }) {
    const { start } = await import('../../server/start.ts');
    await start(ctx.env, { migratesUnderOthers: migrate });
  },
});

const dataDirOf = async (env: Readonly<Record<string, string | undefined>>): Promise<string> =>
  (await import('../../installation/installation-config.ts')).installationConfig(env).dataDir;

/** Longer than a server needs to drain. */
const stopPatienceMilliseconds = 60_000;

/** Stops the server of this data folder, as Ctrl-C does. */
export const stopCommand = defineCommand({
  name: 'stop',
  summary: 'stop the server that runs here, and wait until it has',
  kind: 'operator',
  writes: true,
  async run(ctx) {
    const dataDir = await dataDirOf(ctx.env);
    const state = readServerState(dataDir);
    if (!state) {
      await ctx.result({ stopped: false, wasRunning: false }, () => ctx.say('Nothing runs here.'));
      return;
    }
    if (ctx.isDryRun) {
      await ctx.result({ stopped: false, wasRunning: true, pid: state.pid }, () =>
        ctx.say(`Would stop the server at ${state.url} (process ${state.pid}).`),
      );
      return;
    }
    ctx.note(`Stopping the server at ${state.url} (process ${state.pid}) ...`);
    process.kill(state.pid, 'SIGTERM');
    const until = Date.now() + stopPatienceMilliseconds;
    while (readServerState(dataDir)) {
      if (Date.now() > until)
        throw new CommandFailure({
          message: `The server (process ${state.pid}) has not stopped within ${stopPatienceMilliseconds / 1_000} s`,
          code: 'still_running',
          exitCode: exitCodes.failed,
          hint: `It may be waiting for a long request; kill ${state.pid} ends it at once`,
        });
      await pause(50, undefined, { signal: ctx.signal });
    }
    await ctx.result({ stopped: true, wasRunning: true, pid: state.pid }, () => ctx.say('Stopped.'));
  },
});

/** Shows whether a server runs here, and whether it is ready. */
export const status = defineCommand({
  name: 'status',
  summary: 'say whether a server runs here and is ready',
  description: 'Exit code 0 if it is ready, 1 if it runs and is not ready, 5 if nothing runs.',
  kind: 'operator',
  async run(ctx) {
    const state = readServerState(await dataDirOf(ctx.env));
    if (!state) {
      await ctx.result({ isRunning: false, isReady: false }, () =>
        ctx.say('Nothing runs here. Start it with: millwright start'),
      );
      return exitCodes.unreachable;
    }
    const readiness = await fetch(`${state.opsUrl}/readyz`, {
      signal: AbortSignal.any([ctx.signal, AbortSignal.timeout(3_000)]),
    })
      .then(async (response) => ({ isReady: response.ok, ...((await response.json()) as object) }))
      .catch(() => ({ isReady: false }));
    const metrics = await metricsOf(state.opsUrl, ctx.signal);
    const { isReady, ...facts } = readiness;
    await ctx.result({ isRunning: true, isReady, ...facts, ...state, metrics }, () => {
      ctx.say(`${isReady ? 'Running and ready' : `Running, but not ready (${reasonOf(facts)})`} at ${state.url}`);
      ctx.table(
        [
          { title: 'Fact', value: (row: readonly [string, string]) => row[0] },
          { title: 'Value', value: (row: readonly [string, string]) => row[1] },
        ],
        [
          ['process', String(state.pid)],
          ['since', state.startedAt],
          ['health', `${state.opsUrl}/readyz`],
          ...Object.entries(metrics).map(([name, value]) => [name.replaceAll('_', ' '), String(value)] as const),
        ],
      );
    });
    return isReady ? exitCodes.ok : exitCodes.failed;
  },
});

/** Reason why `/readyz` fails. */
function reasonOf(facts: Partial<Record<'draining' | 'database' | 'schema' | 'outbox' | 'disk', boolean>>): string {
  if (facts.draining) return 'it is going down';
  if (facts.database === false) return 'the database does not answer';
  if (facts.schema === false) return 'migrations are missing: millwright migrate';
  if (facts.disk === false) return 'the disk is full';
  if (facts.outbox === false) return 'events wait to be handed over: millwright doctor';
  return 'it does not answer';
}

/** The single-number metrics of `/metrics`, without their prefix; empty if the server does not answer. */
async function metricsOf(opsUrl: string, signal: AbortSignal): Promise<Record<string, number>> {
  try {
    const response = await fetch(`${opsUrl}/metrics`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(3_000)]),
    });
    if (!response.ok) return {};
    const lines = (await response.text()).split('\n').filter((line) => /^\w+ /.test(line));
    return Object.fromEntries(
      lines.map((line) => {
        const [name = '', value] = line.split(' ');
        return [name.replace(/^millwright_/, ''), Number(value)];
      }),
    );
  } catch {
    return {};
  }
}

async function migrateHere(ctx: OperatorContext, plugins: Awaited<ReturnType<typeof loadPlugins>>) {
  const [{ migrateInstallation, rememberSecret }, { openMachine }] = await Promise.all([
    import('@millwright/core/kernel'),
    import('../../installation/operator-context.ts'),
  ]);
  const { urls, secret } = await openMachine(ctx, { makes: true });
  const done = await migrateInstallation(urls, plugins);
  await rememberSecret(urls.migrate, secret);
  return done;
}

/** Migrates the database schemas. */
export const migrateCommand = defineCommand({
  name: 'migrate',
  summary: 'bring the database to the schema of this version and exit',
  kind: 'operator',
  writes: true,
  async run(ctx) {
    const [{ loadPlugins }, { openMachineIfMade }] = await Promise.all([
      import('../../installation/load-plugins.ts'),
      import('../../installation/operator-context.ts'),
    ]);
    const plugins = await loadPlugins();
    const { pendingMigrations } = await import('../../installation/pending-migrations.ts');
    const done = ctx.isDryRun
      ? await pendingMigrations((await openMachineIfMade(ctx))?.urls, plugins)
      : await migrateHere(ctx, plugins);
    await ctx.result(
      done.map(({ schema, applied }) => ({ schema, [ctx.isDryRun ? 'pending' : 'applied']: applied })),
      () => {
        for (const { schema, applied } of done)
          ctx.say(
            `${schema}: ` +
              `${applied.length ? `${ctx.isDryRun ? 'would apply ' : ''}${applied.join(', ')}` : 'up to date'}`,
          );
      },
    );
  },
});
