import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/** A second work tree of the last commit, whose files can be broken while the first one is in use. */
export function openScratchTree(root: string): { tree: string; close(): void } {
  const tree = join(root, '.artifacts/mutants/tree');
  const git = (...options: string[]) =>
    execFileSync('git', options, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  const close = (): void => {
    if (existsSync(tree)) rmSync(tree, { recursive: true, force: true });
    git('worktree', 'prune');
  };
  // Removes the remains of an interrupted run.
  close();
  git('worktree', 'add', '--detach', tree, 'HEAD');
  mkdirSync(join(tree, '.artifacts'));
  linkModules(join(root, 'node_modules'), join(tree, 'node_modules'));
  return { tree, close };
}

/** Links the installed packages; links of our own workspaces point into the new tree. */
function linkModules(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.name.startsWith('.vite')) continue;
    if (entry.name === '@millwright') {
      mkdirSync(target);
      for (const name of readdirSync(source)) symlinkSync(readlinkSync(join(source, name)), join(target, name));
    } else symlinkSync(source, target);
  }
}
