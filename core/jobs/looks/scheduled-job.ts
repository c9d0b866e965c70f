import type { ScheduledJob } from '../../kernel/plugin/plugin.ts';

/** A scheduled job and its plugin; the job runs in accounts with the plugin enabled. */
export interface OwnedScheduledJob {
  /** `core` is always enabled. */
  pluginID: string;
  job: ScheduledJob;
  /** Names of the accounts that the plugin is for; undefined for all. */
  audience?: readonly string[] | undefined;
}

/** Scheduled work for the installation instead of an account. */
export interface SystemTask {
  /** Unique: `core.prune-request-log`. */
  name: string;
  /** Five-field cron expression, UTC. */
  cron: string;
  run(): Promise<void>;
}

/** Faults in the declaration of a job. Plugins without type checks can declare an incomplete one. */
export function faultsOfSchedule({ name, due, hour }: ScheduledJob): string[] {
  const faults: string[] = [];
  if (typeof due?.sql !== 'string' || !/\baccount_id\b/.test(due.sql))
    faults.push(
      `The scheduled job "${name}" does not say where it has work: give it \`due\`, whose SQL selects \`account_id\` ` +
        'of the accounts that have some',
    );
  else if (due.isByDay && !(/\bfrom_day\b/.test(due.sql) && /\buntil_day\b/.test(due.sql)))
    faults.push(`The scheduled job "${name}" is due by day: select \`from_day\` and \`until_day\``);
  if (hour !== undefined && !(Number.isInteger(hour) && hour >= 0 && hour <= 23))
    faults.push(`The hour of the scheduled job "${name}" is none of 0 to 23`);
  return faults;
}

/** @throws Error naming a job that is declared twice */
export function checkNames(jobs: readonly OwnedScheduledJob[], tasks: readonly SystemTask[]): void {
  const seen = new Set<string>();
  for (const name of [...jobs.map(({ job }) => job.name), ...tasks.map((task) => task.name)]) {
    if (seen.has(name)) throw new Error(`Two scheduled jobs are named "${name}": rename one of them`);
    seen.add(name);
  }
}
