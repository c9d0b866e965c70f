import { existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { lacksProxy, settingsTable, untrustedProxy } from '../../../core/boot/config/config.ts';
import { type InstallationConfig, installationConfig } from '../../installation/installation-config.ts';
import { root } from '../../installation/root.ts';
import type { Finding } from './finding.ts';

const leastFreeBytes = 1024 ** 3;

/** Checks the settings for errors, unsafe values and missing ones. All other checks need a valid configuration. */
export function checkConfiguration(env: Readonly<Record<string, string | undefined>>): {
  config: InstallationConfig | undefined;
  looked: number;
  findings: Finding[];
} {
  const check = 'configuration';
  const looked = settingsTable().length;
  let config: InstallationConfig;
  try {
    config = installationConfig(env);
  } catch (error) {
    const faults = (error as Error).message.split('\n').slice(1);
    return {
      config: undefined,
      looked,
      findings: (faults.length ? faults : [(error as Error).message]).map((fault) => ({
        check,
        level: 'fault',
        what: fault.replace(/^\s*-\s*/, ''),
        fix: 'Correct or remove this environment variable; the README lists all settings',
      })),
    };
  }
  const findings: Finding[] = [];
  const warn = (what: string, fix: string) => findings.push({ check, level: 'warning', what, fix });
  if (config.production) {
    if (!config.smtpUrl) warn('SMTP_URL is none: mails stay in the email log and reach nobody', 'Set SMTP_URL');
    if (lacksProxy(config))
      warn(untrustedProxy, 'Set MILLWRIGHT_TRUSTED_PROXIES to the address or the network of the proxy');
    if (!config.registration)
      warn(
        'Whoever reaches the installation may register an account',
        'Set MILLWRIGHT_REGISTRATION=invited or closed, or open if that is meant',
      );
    if (!config.databaseUrl)
      warn(
        'Production runs on the embedded database',
        'Set DATABASE_URL, or make backups of this machine with millwright backup',
      );
  }
  return { config, looked, findings };
}

/** The data folder: only its owner can read the secret, and there is free space. */
export async function checkDataFolder(config: InstallationConfig): Promise<{ looked: number; findings: Finding[] }> {
  const check = 'data folder';
  const findings: Finding[] = [];
  const secret = join(config.dataDir, 'secret');
  if (existsSync(secret) && (statSync(secret).mode & 0o077) !== 0)
    findings.push({ check, level: 'fault', what: `Others may read ${secret}`, fix: `chmod 600 ${secret}` });
  const folder = existsSync(config.dataDir) ? config.dataDir : root;
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < leastFreeBytes)
    findings.push({
      check,
      level: 'warning',
      what: `Only ${Math.round((bavail * bsize) / 1024 ** 2)} MiB are free in ${folder}`,
      fix: 'Free some space before the database has none',
    });
  return { looked: 2, findings };
}
