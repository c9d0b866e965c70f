import type { Database } from '../../database/database.ts';
import { plannedCounts } from '../../database/statements/planned-statements.ts';
import type { ServerLoad } from '../../http/load/load.ts';
import type { BodyBudget } from '../../http/request/body-budget.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { queueMetrics } from '../../jobs/queue/queue-facts.ts';
import { gauge, gauges, type Metric } from '../../metrics/metric.ts';

/** Metrics of this process. */
export function processMetrics({
  load,
  bodies,
  database,
}: {
  load: ServerLoad;
  bodies: BodyBudget;
  database: Database;
}): Metric[] {
  const { user, system } = process.cpuUsage();
  const roles = Object.entries(database.connections);
  return [
    gauge('open_calls', 'Calls that are being answered', load.openCalls),
    gauge('request_body_bytes', 'Bytes of bodies that are read or worked on', bodies.taken),
    gauge(
      'event_loop_delay_milliseconds',
      'How late the process answers for being busy',
      Math.round(load.eventLoopDelay),
    ),
    gauge('resident_memory_bytes', 'Memory of the process', process.memoryUsage.rss()),
    {
      name: 'processor_seconds_total',
      type: 'counter',
      help: 'Processor time of the process',
      samples: [{ value: (user + system) / 1_000_000 }],
    },
    gauge('uptime_seconds', 'Seconds since the process began', Math.round(process.uptime())),
    gauge('waiting_for_connection', 'Calls and jobs that wait for a connection to the database', database.waiting),
    gauges(
      'database_connections_taken',
      'Connections to the database that work is done on, by role',
      roles.map(([role, { taken }]) => ({ labels: { role }, value: taken })),
    ),
    gauges(
      'database_connections_most',
      'Connections to the database that this process may open, by role',
      roles.map(([role, { most }]) => ({ labels: { role }, value: most })),
    ),
    {
      name: 'reports_total',
      type: 'counter' as const,
      help: 'Reports and exports that the replica answered (served), and those that the primary did instead, by why',
      samples: Object.entries(database.reportCounts ?? {}).map(([replica, value]) => ({ labels: { replica }, value })),
    },
    gauge('planned_statements', 'Statements planned since the start', plannedCounts.planned),
    gauge('evicted_statements', 'Planned statements given up for newer ones', plannedCounts.evicted),
  ];
}

/** Metrics of the waiting jobs, from the process that runs them. */
export async function jobMetrics(jobs: Pick<Jobs, 'lag' | 'facts'>): Promise<Metric[]> {
  const [{ waiting, oldest }, facts] = await Promise.all([jobs.lag(), jobs.facts()]);
  return [
    gauge('outbox_waiting', 'Events that were not handed over yet', waiting),
    gauge('outbox_oldest_milliseconds', 'How long the oldest of them waits', oldest),
    gauge(
      'dead_letters',
      'Jobs that failed for good',
      facts.queues.reduce((sum, { dead }) => sum + dead, 0),
    ),
    ...queueMetrics(facts),
  ];
}
