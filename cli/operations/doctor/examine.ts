import type { OperatorContext } from '@millwright/core/cli';
import { loadPlugins } from '../../installation/load-plugins.ts';
import { openMachine } from '../../installation/operator-context.ts';
import { checkDemoData, checkInvariants, checkMoves, checkPlugins } from './check-accounts.ts';
import {
  checkCatalogue,
  checkMigrations,
  checkOperation,
  checkPeople,
  checkQueue,
  checkRoles,
  checkStatistics,
} from './check-database.ts';
import { checkConfiguration, checkDataFolder } from './check-machine.ts';
import { checkReplica } from './check-replica.ts';
import { checkRunning } from './check-running.ts';
import type { CheckedArea, Finding } from './finding.ts';

/**
 * Runs all checks of doctor. Checks that depend on a failed one are skipped, because they would only repeat its
 * failure.
 */
export async function examine(ctx: OperatorContext): Promise<{ checked: CheckedArea[]; findings: Finding[] }> {
  const checked: CheckedArea[] = [];
  const findings: Finding[] = [];
  const note = (check: string, { looked, findings: found }: { looked: number; findings: Finding[] }): boolean => {
    checked.push({ check, looked, findings: found.length });
    findings.push(...found);
    return !found.some(({ level }) => level === 'fault');
  };
  const machine = checkConfiguration(ctx.env);
  note('configuration', machine);
  if (!machine.config) return { checked, findings };
  note('data folder', await checkDataFolder(machine.config));
  const opened = await ctx.openDatabase().then(
    ({ urls }) => urls,
    (error: Error & { hint?: string }) => {
      note('database', {
        looked: 1,
        findings: [
          {
            check: 'database',
            level: 'fault',
            what: `The database cannot be opened: ${error.message}`,
            fix:
              error.hint ??
              (machine.config?.databaseUrl
                ? 'Check DATABASE_URL and that the server runs'
                : 'See the log of the database'),
          },
        ],
      });
      return undefined;
    },
  );
  if (!opened) return { checked, findings };
  const plugins = await loadPlugins();
  if (!note('database roles', await checkRoles(opened))) return { checked, findings };
  if (!note('migrations', await checkMigrations(opened, plugins))) return { checked, findings };
  note('catalogue', await checkCatalogue(opened, plugins));
  const { adminUrl } = await openMachine(ctx);
  note('statistics', await checkStatistics(adminUrl, plugins));
  note('people', await checkPeople(opened));
  note('queued work', await checkQueue(opened));
  note('operation', await checkOperation(opened, machine.config));
  note('replica', await checkReplica(opened, machine.config));
  note('running server', await checkRunning(machine.config, ctx.signal));
  const kernel = await ctx.openKernel();
  if (machine.config.production) note('demo data', await checkDemoData(kernel));
  const { accounts, ...plugged } = await checkPlugins(kernel);
  note('plugins', plugged);
  note('moves', checkMoves(accounts));
  const progress = await ctx.progress('Invariants', { total: accounts.length, unit: 'accounts' });
  const rules = await checkInvariants(kernel, accounts, (done) => progress.update(done)).finally(() => progress.end());
  note('invariants', rules);
  return { checked, findings };
}
