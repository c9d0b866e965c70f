import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { gitHistory, PlanRefusal } from './changes.ts';
import { askedOf } from './command.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'millwright-plan-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const git = (folder: string, ...options: string[]) =>
  execFileSync('git', ['-C', folder, '-c', 'user.name=A', '-c', 'user.email=a@example.com', ...options], {
    stdio: 'pipe',
  });

/** A clone whose main line has this number of commits, each of which writes the same file. */
function repository(commits: number): void {
  git(root, 'init', '-q', '-b', 'main');
  for (let at = 1; at <= commits; at += 1) {
    writeFileSync(join(root, 'a.ts'), `export const a = ${at};\n`);
    git(root, 'add', '.');
    git(root, 'commit', '-q', '-m', `${at}`);
  }
}
const asked = { back: 1, isAsked: true };
const refusal = (sentence: RegExp) => expect.objectContaining({ message: expect.stringMatching(sentence) });
const refused = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    expect(error).toBeInstanceOf(PlanRefusal);
    return error;
  }
};

it('tells what differs from the commit before, and from one that is named', () => {
  repository(3);
  expect(gitHistory(root, asked)).toMatchObject({
    position: 3,
    changes: [{ path: 'a.ts', before: 'export const a = 2;\n', after: 'export const a = 3;\n' }],
  });
  expect(gitHistory(root, { ...asked, since: 'HEAD~2' })?.changes[0]?.before).toBe('export const a = 1;\n');
});

it('counts uncommitted work, new and gone files too, and gives it the turn of the next commit', () => {
  repository(2);
  rmSync(join(root, 'a.ts'));
  writeFileSync(join(root, 'with a blank.ts'), 'new');
  expect(gitHistory(root, { ...asked, since: 'HEAD' })).toMatchObject({
    position: 3,
    changes: [
      { path: 'a.ts', before: 'export const a = 2;\n', after: undefined },
      { path: 'with a blank.ts', before: undefined, after: 'new' },
    ],
  });
});

it('compares a branch with where it left the main line, and the main line with its last commits', () => {
  repository(3);
  git(root, 'update-ref', 'refs/remotes/origin/main', 'HEAD');
  expect(gitHistory(root, { ...asked, back: 2 })?.changes[0]?.before).toBe('export const a = 1;\n');
  writeFileSync(join(root, 'b.ts'), '');
  git(root, 'add', '.');
  git(root, 'commit', '-q', '-m', 'branch');
  expect(gitHistory(root, { ...asked, back: 2 })?.changes.map(({ path }) => path)).toEqual(['b.ts']);
});

it('refuses a commit that is not there', () => {
  repository(1);
  expect(refused(() => gitHistory(root, { ...asked, since: 'nowhere' }))).toEqual(refusal(/no commit nowhere/));
  expect(refused(() => gitHistory(root, asked))).toEqual(refusal(/No commit to compare with/));
});

it('does not guess in a shallow clone', () => {
  repository(3);
  const clone = join(root, 'clone');
  execFileSync('git', ['clone', '-q', '--depth=1', `file://${root}`, clone], { stdio: 'pipe' });
  expect(gitHistory(clone, { back: 40, isAsked: false })).toBeUndefined();
  expect(refused(() => gitHistory(clone, { ...asked, since: 'HEAD~1' }))).toEqual(
    refusal(/shallow: `git fetch --unshallow`/),
  );
});

it('knows nothing without git, without a commit, and inside a clone of something else', () => {
  const plain = { back: 40, isAsked: false };
  expect(gitHistory(root, plain)).toBeUndefined();
  expect(refused(() => gitHistory(root, asked))).toEqual(refusal(/a clone of git alone/));
  git(root, 'init', '-q');
  expect(gitHistory(root, plain)).toBeUndefined();
  expect(refused(() => gitHistory(root, asked))).toEqual(refusal(/no commit yet/));
  const inside = mkdtempSync(join(root, 'inside-'));
  expect(gitHistory(inside, plain)).toBeUndefined();
});

it('understands what it is asked, and refuses the rest', () => {
  expect(askedOf(['--changed=HEAD~3', '--also=journey,real-data'])).toEqual({
    changed: true,
    all: false,
    also: ['journey', 'real-data'],
    since: 'HEAD~3',
  });
  for (const [options, sentence] of [
    [['--also=jurneys'], /knows no "jurneys"/],
    [['--also'], /knows no ""/],
    [['--all', '--changed'], /say one of them/],
    [['--beside'], /number of busy processes/],
  ] as const)
    expect(refused(() => askedOf(options))).toEqual(refusal(sentence));
});

it('ends with a sentence and code 2 where nothing can be planned', () => {
  const run = (...options: string[]) =>
    spawnSync(process.execPath, [join(import.meta.dirname, 'command.ts'), ...options], { encoding: 'utf8' });
  const unknown = run(join(root, 'plan.json'), '--also=nothing');
  expect([unknown.status, unknown.stdout]).toEqual([2, '']);
  expect(unknown.stderr).toMatch(/^--also knows no "nothing".*\n$/);
  // A device that is always full.
  const full = run('/dev/full', '--files');
  expect(full.status).toBe(2);
  expect(full.stderr).toMatch(/^The plan could not be written: ENOSPC/);
});
