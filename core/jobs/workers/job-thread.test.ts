import { pino } from 'pino';
import { expect, inject, it } from 'vitest';
import { until } from '../../testing/calls/until.ts';
import { JobThread } from './job-thread.ts';

it.each([
  ['memory', 'the thread of the jobs broke down'],
  ['time', 'a job let nothing else run; its thread is ended'],
])('a job that takes all %s ends its thread, not the server, and another thread begins', async (want, said) => {
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
  const thread = new JobThread({
    entry: new URL('../testing/hungry-jobs.ts', import.meta.url),
    data: { want },
    jobUrl: inject('postgresUrl'),
    memory: 32,
    longest: want === 'time' ? 100 : 60_000,
    grace: 0,
    log,
  });
  try {
    await until('The start of another', () => thread.starts > 1);
    const told = lines.map((line) => JSON.parse(line) as { msg: string; job?: string; running?: string[] });
    expect(told.map(({ msg }) => msg)).toContain(said);
    expect(told.some(({ job, running }) => (job ?? running?.[0]) === `event ${want}`)).toBe(true);
  } finally {
    await thread.stop(0);
  }
});
