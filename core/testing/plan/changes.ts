import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from '@swc/core';

/** The reason why nothing can run, as a sentence; the process ends with exit code 2. */
export class PlanRefusal extends Error {}

/** A changed file. */
export interface Change {
  /** Relative to the root, with slashes. */
  path: string;
  /** Its previous contents; undefined for a new file. */
  before: string | undefined;
  /** Its present contents; undefined for a deleted file. */
  after: string | undefined;
}

/** Git's information about a clone. */
export interface History {
  /** Number of first-parent commits up to HEAD; uncommitted work counts as its next commit. */
  position: number;
  /** The commit that the changes are compared with, in a readable form. */
  base: string;
  changes: Change[];
}

/**
 * Changes of a clone since a commit, including uncommitted files.
 * @param since a commit; by default the merge base with origin/main, otherwise `back` commits before HEAD
 * @returns undefined if git does not know enough, unless a commit was named
 * @throws PlanRefusal if the named commit does not exist, or the changes cannot be determined
 */
export function gitHistory(
  root: string,
  { since, back, isAsked }: { since?: string | undefined; back: number; isAsked: boolean },
): History | undefined {
  const git = gitIn(root);
  const refuse = (sentence: string): undefined => {
    if (isAsked) throw new PlanRefusal(sentence);
    return undefined;
  };
  const top = git('rev-parse', '--show-toplevel')?.trim();
  if (!top || realpathSync(top) !== realpathSync(root))
    return refuse('What has changed is known in a clone of git alone: leave --changed and --since out, or name files.');
  if (git('rev-parse', '--verify', '--quiet', 'HEAD') === undefined)
    return refuse('There is no commit yet: leave --changed out.');
  const isShallow = git('rev-parse', '--is-shallow-repository')?.trim() === 'true';
  const commit =
    since === undefined
      ? baseOf(git, back, isShallow)
      : git('rev-parse', '--verify', '--quiet', `${since}^{commit}`)?.trim();
  if (commit === undefined) {
    const fetched = isShallow ? ' This clone is shallow: `git fetch --unshallow` brings the rest.' : '';
    const missing = since === undefined ? 'No commit to compare with was found.' : `There is no commit ${since} here.`;
    return refuse(missing + fetched);
  }
  // In a shallow clone the number of commits is that of the fetched ones, which does not change from one landing to the
  // next.
  if (isShallow && !isAsked) return undefined;
  const count = Number(git('rev-list', '--count', '--first-parent', 'HEAD') ?? 0);
  const isDirty = git('status', '--porcelain') !== '';
  return {
    position: count + (isDirty ? 1 : 0),
    base: since ?? commit.slice(0, 10),
    changes: changesSince(root, git, commit),
  };
}

type Git = (...options: string[]) => string | undefined;

/** Runs git in a folder; undefined if it fails or is not installed. */
function gitIn(root: string): Git {
  return (...options) => {
    const { status, stdout } = spawnSync('git', ['-C', root, ...options], { encoding: 'utf8', maxBuffer: 2 ** 30 });
    return status === 0 ? stdout : undefined;
  };
}

/**
 * The commit that a clone's work is compared with.
 * @param root the folder of the clone
 * @param back how many commits before HEAD, where nothing is known of origin/main
 * @returns the full hash of the commit; undefined if there is none
 */
export function landedCommit(root: string, back: number): string | undefined {
  const git = gitIn(root);
  return baseOf(git, back, git('rev-parse', '--is-shallow-repository')?.trim() === 'true');
}

/** On the main line the merge base is HEAD itself, so the last commits are compared. */
function baseOf(git: Git, back: number, isShallow: boolean): string | undefined {
  const head = git('rev-parse', 'HEAD')?.trim();
  const merge = isShallow ? undefined : git('merge-base', 'HEAD', 'origin/main')?.trim();
  if (merge && merge !== head) return merge;
  return git('rev-parse', '--verify', '--quiet', `HEAD~${back}`)?.trim();
}

function changesSince(root: string, git: Git, commit: string): Change[] {
  const list = (text: string | undefined): string[] => (text ?? '').split('\0').filter(Boolean);
  const differing = list(git('diff', '--name-only', '--no-renames', '-z', commit));
  const untracked = list(git('ls-files', '--others', '--exclude-standard', '-z'));
  const paths = [...new Set([...differing, ...untracked])];
  const before = textsAt(root, commit, paths);
  return paths.map((path) => ({
    path,
    before: before.get(path),
    after: existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined,
  }));
}

/** Contents of files at a commit, for files that existed there. */
function textsAt(root: string, commit: string, paths: readonly string[]): Map<string, string> {
  const input = paths.map((path) => `${commit}:${path}\n`).join('');
  const { stdout } = spawnSync('git', ['-C', root, 'cat-file', '--batch'], { input, maxBuffer: 2 ** 30 });
  const found = new Map<string, string>();
  let at = 0;
  for (const path of paths) {
    const end = stdout.indexOf(10, at);
    const size = /^[0-9a-f]+ blob (\d+)$/.exec(stdout.subarray(at, end).toString())?.[1];
    at = end + 1;
    if (size === undefined) continue;
    found.set(path, stdout.subarray(at, at + Number(size)).toString());
    at += Number(size) + 1;
  }
  return found;
}

/** Whether a change does not affect the running code: only comments, types and line breaks differ. */
export function isSilent({ path, before, after }: Change): boolean {
  if (before === undefined || after === undefined || !/\.tsx?$/.test(path)) return false;
  return before === after || runningCode(path, before) === runningCode(path, after);
}

function runningCode(path: string, text: string): string {
  try {
    return transformSync(text, {
      isModule: true,
      jsc: {
        parser: { syntax: 'typescript', tsx: path.endsWith('x') },
        target: 'es2024',
        preserveAllComments: false,
        minify: { compress: false, mangle: false, format: { comments: false } },
      },
      minify: true,
    }).code;
  } catch {
    // A file with syntax errors counts as changed completely.
    return text;
  }
}
