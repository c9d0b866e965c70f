import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/** A second tree of what is committed, in which files may be broken while people work in the first. */
export function openScratchTree(root: string): { tree: string; close(): void } {
  const tree = join(root, '.artifacts/mutants/tree');
  const git = (...options: string[]) =>
    execFileSync('git', options, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  const close = (): void => {
    if (existsSync(tree)) rmSync(tree, { recursive: true, force: true });
    git('worktree', 'prune');
  };
  // What a run that was cut off has left.
  close();
  git('worktree', 'add', '--detach', tree, 'HEAD');
  mkdirSync(join(tree, '.artifacts'));
  linkModules(join(root, 'node_modules'), join(tree, 'node_modules'));
  return { tree, close };
}

/** Installed packages as links to ours; the links of our own workspaces lead into the new tree. */
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
