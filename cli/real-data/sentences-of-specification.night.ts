import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from '../installation/root.ts';
import { openWorkplace } from '../testing/workplace.ts';
import { knownDifferences } from './known-differences.ts';

// One check for each sentence, over HTTP. It is not part of the repository, waits for mails and reads days: no gate.
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

  /** What the list finds in an installation with the demo; it ends with 1 where a sentence does not hold. */
  const checked = async (): Promise<Sentence[]> => {
    const results = join(place.folder, 'results.json');
    const env = { ...place.env, MW_BASE: await place.startServer(), MW_DIR: root, JSON: results };
    const said = await new Promise<string>((done) => {
      execFile(process.execPath, [list], { env }, (_, stdout, stderr) => done(`${stdout}${stderr}`));
    });
    if (!existsSync(results)) throw new Error(`The list did not come to its end:\n${said}`);
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
