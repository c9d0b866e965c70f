import { type OperatorContext, usageFailure } from '@millwright/core/cli';
import { installationConfig } from '../../installation/installation-config.ts';
import { openMachine, operatorContext } from '../../installation/operator-context.ts';
import { readSettings } from '../../installation/settings-file.ts';

/** The installation that an account goes to. */
export interface OtherInstallation {
  ctx: OperatorContext;
  adminUrl: string;
  secret: string;
  /** Where people reach it, without a slash at the end. */
  address: string;
}

/**
 * Opens the installation that `--to` names: a file with its settings, or the address of its database, which then has
 * the secret of this one.
 */
export async function openOther(
  ctx: OperatorContext,
  { to, secret, address }: { to: string; secret: string; address: string | undefined },
): Promise<OtherInstallation> {
  const env = { ...machineSettings(ctx.env), ...settingsOf(ctx, to, secret) };
  const reached = addressOf(address ?? installationConfig(env).baseURL);
  const there = operatorContext({ ...ctx, env }, { write: (text) => ctx.note(text.trimEnd()) });
  const opened = await openMachine(there);
  return { ctx: there, adminUrl: opened.adminUrl, secret: opened.secret, address: reached };
}

/**
 * Environment of the machine, without settings of an installation. NODE_ENV is one of them: production would demand
 * settings that an address of a database does not have.
 */
const machineSettings = (env: OperatorContext['env']): Record<string, string | undefined> =>
  Object.fromEntries(['PATH', 'HOME', 'TMPDIR'].map((name) => [name, env[name]]));

function settingsOf(ctx: OperatorContext, to: string, secret: string): Record<string, string> {
  if (/^https?:/i.test(to))
    throw usageFailure(
      '--to names the settings of the other installation (a file), or its database (postgres://...)',
      'Where people reach it is told with --address',
    );
  if (/^postgres(ql)?:/i.test(to)) return { DATABASE_URL: to, MILLWRIGHT_SECRET: secret };
  return { NODE_ENV: 'production', ...Object.fromEntries(readSettings(ctx.pathOf(to), to)) };
}

function addressOf(address: string | undefined): string {
  if (address === undefined)
    throw usageFailure(
      'Old links have to say where the account is',
      'Set MILLWRIGHT_BASE_URL in the settings of the other installation, or add --address https://...',
    );
  const parsed = URL.canParse(address) ? new URL(address) : undefined;
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username || parsed.search || parsed.hash)
    throw usageFailure(`"${address}" is no address of an installation`, 'It looks like https://orders.example.com');
  return parsed.href.replace(/\/$/, '');
}
