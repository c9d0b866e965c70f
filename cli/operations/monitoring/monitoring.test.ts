import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createOps, opsSourceOf } from '@millwright/core/kernel';
import { bootTestKernel, platformPlugins, type TestKernel } from '@millwright/core/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkOperation } from '../doctor/check-database.ts';
import { findingsOf } from '../doctor/check-running.ts';

let kernel: TestKernel;
let admin: Client;
let metricsText: string;

const read = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8');
/** Metric names in a file. */
const metricNames = (text: string): string[] => [...new Set(text.match(/millwright_[a-z_]+/g) ?? [])].sort();
const nameOf = (sample: string): string => sample.replace(/_(bucket|sum|count)$/, '');

beforeAll(async () => {
  kernel = await bootTestKernel({ why: 'a queue', plugins: await platformPlugins() });
  await kernel.jobs();
  admin = new Client({ connectionString: kernel.db.adminUrl });
  await admin.connect();
  await admin.query(
    "insert into core.backup_run (id, place, bytes, finished_at) values ('bkp_1', '/b', 1, now() - interval '1 hour')",
  );
  const person = await kernel.a.as('admin');
  expect((await person.fetch('/v1/customers')).status).toBe(200);
  expect((await person.fetch('/v1/customers/cus_none')).status).toBe(404);
  await kernel.anonymous().fetch('/auth/session');
  const ops = createOps(opsSourceOf(kernel, import.meta.dirname));
  metricsText = await (await ops.request('/metrics')).text();
});
afterAll(async () => {
  await admin.end();
  await kernel.stop();
});

describe('what is shipped to watch an installation', () => {
  it('asks for nothing that the server does not tell', () => {
    const told = new Set([...metricsText.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
    for (const file of ['alerts.yml', 'grafana.json']) {
      const names = metricNames(read(file));
      expect(names.length).toBeGreaterThan(10);
      expect(names.filter((name) => !told.has(nameOf(name)))).toEqual([]);
    }
  });

  it('has a reason and a way out for every alert', () => {
    const rules = read('alerts.yml').split('- alert: ').slice(1);
    expect(rules.length).toBeGreaterThan(8);
    for (const rule of rules)
      expect(rule).toMatch(/^Millwright\w+\n +expr: .+\n +for: \d+m\n[\s\S]*summary: .+\n +description: .+/);
    const { panels } = JSON.parse(read('grafana.json')) as { panels: { id: number; targets: { expr: string }[] }[] };
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(panels.flatMap(({ targets }) => targets).every(({ expr }) => expr.includes('millwright_'))).toBe(true);
  });
});

describe('the metrics', () => {
  it('count requests by class, plugin and status, and how long they took', () => {
    expect(metricsText).toMatch(/^millwright_requests_total\{class="read",plugin="commerce",status="200"\} 1$/m);
    expect(metricsText).toMatch(/^millwright_requests_total\{class="read",plugin="commerce",status="404"\} 1$/m);
    expect(metricsText).toMatch(
      /^millwright_request_duration_seconds_bucket\{class="read",plugin="commerce",le="\+Inf"\} 2$/m,
    );
    expect(metricsText).toMatch(/^millwright_request_duration_seconds_count\{class="read",plugin="commerce"\} 2$/m);
  });

  it('tell of jobs, mails, the database, the disk and the last backup', () => {
    const numberOf = (sample: string): number => {
      const line = metricsText.split('\n').find((each) => each.startsWith(`millwright_${sample} `));
      return Number(line?.split(' ').at(-1));
    };
    expect(numberOf('jobs{queue="event",state="dead"}')).toBe(0);
    expect(numberOf('jobs_oldest_seconds{queue="event"}')).toBeGreaterThanOrEqual(0);
    expect(numberOf('mails_failed{state="dead"}')).toBe(0);
    expect(numberOf('database_size_bytes')).toBeGreaterThan(1e6);
    expect(numberOf('database_server_connections')).toBeGreaterThan(1);
    expect(numberOf('database_connections_most{role="tenant"}')).toBe(12);
    expect(numberOf('disk_free_bytes')).toBeLessThan(numberOf('disk_size_bytes'));
    expect(numberOf('backup_age_seconds')).toBeGreaterThan(3_599);
  });
});

describe('doctor', () => {
  it('warns of a backup that is late, and of mails that were given up', async () => {
    const look = async () =>
      (await checkOperation(kernel.db.urls, { production: true, databaseUrl: undefined })).findings.map(
        ({ what }) => what,
      );
    expect(await look()).toEqual([]);
    await admin.query("update core.backup_run set finished_at = now() - interval '30 hours'");
    await admin.query(
      `insert into queue.job (name, data)
       values ('event-dead', '{"subscriber": "core.send-email"}'), ('event-dead', '{}')`,
    );
    expect(await look()).toEqual(['1 mails could not be sent (1 failed for good)', 'The last backup is 30 hours old']);
    await admin.query('delete from core.backup_run');
    expect(await look()).toContain('There is no backup yet');
  });

  it('warns of a running server that fails or cannot keep up', () => {
    const told = (failed: number, delay: number, waiting: number): string[] =>
      findingsOf(
        `millwright_requests_total{class="read",plugin="edi",status="200"} 97
millwright_requests_total{class="read",plugin="edi",status="500"} ${failed}
millwright_event_loop_delay_milliseconds ${delay}
millwright_waiting_for_connection ${waiting}
`,
      ).map(({ what }) => what);
    expect(told(1, 10, 0)).toEqual([]);
    expect(told(3, 201, 1)).toEqual([
      '3 of 100 requests since the start have failed',
      'Calls wait for a connection to the database',
      'The process cannot keep up',
    ]);
  });
});
