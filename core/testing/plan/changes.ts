import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from '@swc/core';

/** Why nothing can be run, in a sentence for whoever asked; ends with exit code 2. */
export class PlanRefusal extends Error {}

/** A file that is not as it was. */
export interface Change {
  /** Relative to the root, with slashes. */
  path: string;
  /** What stood in it; undefined where it was not there. */
  before: string | undefined;
  /** What stands in it; undefined where it is gone. */
  after: string | undefined;
}

/** What git knows of a clone. */
export interface History {
  /** Where HEAD stands in its line of first parents; uncommitted work stands where its commit will. */
  position: number;
  /** Commit that the changes are counted from, as a person would name it. */
  base: string;
  changes: Change[];
}

/**
 * What has changed in a clone since a commit, uncommitted files included.
 * @param since a commit; without one the merge base with origin/main, else `back` commits before HEAD
 * @returns undefined where git knows too little to tell, unless a commit was named
 * @throws PlanRefusal where the named commit is not there, or nothing tells what has changed
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
  // In a shallow clone the count is that of what was fetched, and stands still from one landing to the next.
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

/** Runs git in a folder; undefined where it fails, or is not installed. */
function gitIn(root: string): Git {
  return (...options) => {
    const { status, stdout } = spawnSync('git', ['-C', root, ...options], { encoding: 'utf8', maxBuffer: 2 ** 30 });
    return status === 0 ? stdout : undefined;
  };
}

/** On the main line itself nothing differs from it: there the last commits count. */
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

/** What stood in files at a commit, for those that were there. */
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

/** Whether a change leaves what runs as it was: comments, types and the breaks of lines do not run. */
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
    // What does not parse changes everything about the file.
    return text;
  }
}
