import { appendFileSync } from 'node:fs';
import { afterAll, expect, inject } from 'vitest';
import { secondsOfTree } from './processor-time.ts';

// A setup file runs before each file of tests: what the process has used between here and the end is that file's.
const log = process.env['MILLWRIGHT_TEST_COSTS'];

if (log) {
  const reading = () => ({ worker: secondsOfTree(process.pid), postgres: secondsOfTree(inject('postgresProcess')) });
  const begin = reading();
  // Hooks of the end run in the order of a stack: this one last.
  afterAll(() => {
    const run = { file: expect.getState().testPath, begin, end: reading() };
    appendFileSync(log, `${JSON.stringify(run)}\n`);
  });
}
