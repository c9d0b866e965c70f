import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from '../../installation/root.ts';
import { openWorkplace } from '../../testing/workplace.ts';
import { knownDifferences } from './known-differences.ts';

// Checks every sentence of the specification over HTTP. The list is not part of the repository, waits for mails and
// depends on the day, so it is not part of the regular tests.
const list = join(root, '../shared/acceptance/spec/spec.mjs');
const isHere = existsSync(list);
if (!isHere) console.warn(`Skipped: there is no list of sentences at ${list}`);

interface Sentence {
  id: string;
  ok: boolean;
}

describe.skipIf(!isHere)('the sentences of the specification', () => {
  const place = openWorkplace({ MILLWRIGHT_DEMO: '1' }, { processes: 1 });
  afterAll(() => place.clear());

  /** Results of the list for an installation with the demo; the program ends with 1 if a check fails. */
  const checked = async (): Promise<Sentence[]> => {
    const results = join(place.folder, 'results.json');
    const env = { ...place.env, MW_BASE: await place.startServer(), MW_DIR: root, JSON: results };
    const output = await new Promise<string>((done) => {
      execFile(process.execPath, [list], { env }, (_, stdout, stderr) => done(`${stdout}${stderr}`));
    });
    if (!existsSync(results)) throw new Error(`The list did not come to its end:\n${output}`);
    return JSON.parse(readFileSync(results, 'utf8'));
  };

  it('hold, but for those that say why not', async () => {
    const sentences = await checked();
    expect(sentences.length).toBeGreaterThan(2300);
    const missed = sentences.filter(({ ok }) => !ok).map(({ id }) => id);
    expect(missed.filter((id) => !(id in knownDifferences))).toEqual([]);
    expect(Object.keys(knownDifferences).filter((id) => !missed.includes(id))).toEqual([]);
  });
});
