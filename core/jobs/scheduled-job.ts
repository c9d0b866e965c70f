import type { ScheduledJob } from '../kernel/plugin.ts';

/** A scheduled job and the plugin whose switch decides in which accounts it runs. */
export interface OwnedScheduledJob {
  /** `core` is never switched off. */
  pluginID: string;
  job: ScheduledJob;
}

/** Work on a timetable that belongs to the installation, not to an account. */
export interface SystemTask {
  /** Unique: `core.prune-request-log`. */
  name: string;
  /** Five-field cron expression, UTC. */
  cron: string;
  run(): Promise<void>;
}

/** @throws Error naming a job that two owners declare */
export function checkNames(jobs: readonly OwnedScheduledJob[], tasks: readonly SystemTask[]): void {
  const seen = new Set<string>();
  for (const name of [...jobs.map(({ job }) => job.name), ...tasks.map((task) => task.name)]) {
    if (seen.has(name)) throw new Error(`Two scheduled jobs are named "${name}": rename one of them`);
    seen.add(name);
  }
}
