import type { CommandContext, OperatorContext, TextSink } from '@millwright/core/cli';
import type { Kernel } from '@millwright/core/kernel';
import type { Installation } from './installation/installation.ts';
import { type InstallationConfig, installationConfig } from './installation/installation-config.ts';
import { readServerState } from './installation/server-state.ts';

/** Installations that running commands have opened, by the context. */
const openings = new WeakMap<OperatorContext, () => Promise<Installation>>();

/** For our own commands: the installation itself, with the administrator's address. */
export function openMachine(ctx: OperatorContext): Promise<Installation> {
  const open = openings.get(ctx);
  if (!open) throw new Error('This context is none of an operator command');
  return open();
}

/** Opens what the command asks for, once, and closes it when the command ends. */
export function operatorContext(base: CommandContext, stderr: TextSink): OperatorContext {
  let config: InstallationConfig | undefined;
  let installation: Promise<Installation> | undefined;
  let kernel: Promise<Kernel> | undefined;
  const settings = (): InstallationConfig => (config ??= installationConfig(base.env));
  const open = (): Promise<Installation> => {
    installation ??= (async () => {
      const { openInstallation } = await import('./installation/installation.ts');
      const opened = await openInstallation(settings(), base.note);
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
    const { environment, baseURL, smtpUrl, host, port, dataDir } = settings();
    const booted = await bootKernel({
      plugins,
      urls,
      secret,
      environment,
      log: pino({ level: 'error' }, { write: (line) => stderr.write(line) }),
      baseURL: baseURL ?? readServerState(dataDir)?.url ?? `http://${host}:${port}`,
      smtpUrl,
      pool: { tenant: 4, auth: 2 },
      env: base.env,
    });
    // Servers that run hear of what the command changes.
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
