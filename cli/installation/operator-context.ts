import { type CommandContext, CommandFailure, type OperatorContext, type TextSink } from '@millwright/core/cli';
import type { Kernel } from '@millwright/core/kernel';
import type { Installation, OpeningOptions } from './installation.ts';
import { type InstallationConfig, installationConfig } from './installation-config.ts';
import { readServerState } from './server-state.ts';

/** Installations opened by running commands, by context. */
const openings = new WeakMap<OperatorContext, (how: OpeningOptions) => Promise<Installation>>();

/**
 * Opens the installation, with the administrator's database address, for our own commands. Only commands with `makes`
 * create a missing database.
 */
export function openMachine(ctx: OperatorContext, how: OpeningOptions = {}): Promise<Installation> {
  const open = openings.get(ctx);
  if (!open) throw new Error('This context is none of an operator command');
  return open(how);
}

/**
 * The installation for a trial of a command that would make it; undefined if it was never made, so that a trial makes
 * nothing either.
 */
export const openMachineIfMade = (ctx: OperatorContext): Promise<Installation | undefined> =>
  openMachine(ctx).catch((error: unknown) => {
    if (error instanceof CommandFailure && ['no_database', 'not_migrated'].includes(error.code)) return undefined;
    throw error;
  });

/** Opens what the command needs, once, and closes it when the command ends. */
export function operatorContext(base: CommandContext, stderr: TextSink): OperatorContext {
  let config: InstallationConfig | undefined;
  let installation: Promise<Installation> | undefined;
  let kernel: Promise<Kernel> | undefined;
  const settings = (): InstallationConfig => (config ??= installationConfig(base.env));
  const open = ({ makes = false }: OpeningOptions = {}): Promise<Installation> => {
    installation ??= (async () => {
      const { nameOfInstallation, openInstallation } = await import('./installation.ts');
      base.note(`Installation: ${nameOfInstallation(settings())}`);
      const opened = await openInstallation(settings(), base.note, { makes });
      base.onEnd(() => opened.stop());
      return opened;
    })();
    return installation;
  };
  const boot = async (): Promise<Kernel> => {
    const [{ bootKernel }, { loadPlugins }, { pino }] = await Promise.all([
      import('@millwright/core/kernel'),
      import('./load-plugins.ts'),
      import('pino'),
    ]);
    const [{ urls, secret }, plugins] = await Promise.all([open(), loadPlugins()]);
    const { requireMigrated } = await import('./pending-migrations.ts');
    await requireMigrated(urls, plugins);
    const { environment, baseURL, smtpUrl, host, port, dataDir, sizes } = settings();
    const booted = await bootKernel({
      plugins,
      urls,
      secret,
      environment,
      log: pino({ level: 'error' }, { write: (line) => stderr.write(line) }),
      baseURL: baseURL ?? readServerState(dataDir)?.url ?? `http://${host}:${port}`,
      smtpUrl,
      sizes,
      pool: { tenant: 4, auth: 2 },
      env: base.env,
    });
    // Running servers are notified of the command's changes.
    booted.followOthers();
    base.onEnd(() => booted.close());
    return booted;
  };
  const ctx: OperatorContext = {
    ...base,
    openDatabase: async () => {
      const { urls, secret } = await open();
      return { urls, secret };
    },
    openKernel: () => (kernel ??= boot()),
  };
  openings.set(ctx, open);
  return ctx;
}
