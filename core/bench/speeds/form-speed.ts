import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { demoPassword } from '../../boot/demo/demo.ts';
import { benchRoot } from '../place/bench-root.ts';
import { removeData, startServer, stopServer } from './start-time.ts';

/** Times of the order form as a person notices them. */
export interface FormSpeed {
  title: string;
  milliseconds: number;
  atMost: number;
}

/** Types and pastes in the order form of the demo, in a browser in a process of its own. */
export async function measureForms(say: (line: string) => void): Promise<FormSpeed[]> {
  const folder = mkdtempSync(join(tmpdir(), 'millwright-bench-form-'));
  say('measuring: order form');
  const { child, url } = await startServer(folder);
  try {
    const program = join(benchRoot, 'core/testing/browser/browser-form-speed.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [program, url, demoPassword]);
    return JSON.parse(stdout) as FormSpeed[];
  } finally {
    await stopServer(child);
    removeData(folder);
  }
}

/** The report lines of the form. */
export const formTable = (forms: readonly FormSpeed[]): string =>
  forms
    .map(
      ({ title, milliseconds, atMost }) =>
        `${title.padEnd(56)} ${milliseconds.toFixed(1).padStart(8)} ms  target < ${atMost} ms  ` +
        (milliseconds < atMost ? 'yes' : 'NO'),
    )
    .join('\n');
