import { appendFileSync } from 'node:fs';
import { afterAll, expect, inject } from 'vitest';
import { secondsOfTree } from './processor-time.ts';

// This setup file runs before each test file; the processor time from here to the end belongs to that file.
const log = process.env['MILLWRIGHT_TEST_COSTS'];

if (log) {
  const reading = () => ({ worker: secondsOfTree(process.pid), postgres: secondsOfTree(inject('postgresProcess')) });
  const begin = reading();
  // Final hooks run in reverse order, so this one runs last.
  afterAll(() => {
    const run = { file: expect.getState().testPath, begin, end: reading() };
    appendFileSync(log, `${JSON.stringify(run)}\n`);
  });
}
