import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { refusal } from '@millwright/core/cli';

type Change =
  | { kind: 'create'; path: string; text: string }
  | { kind: 'edit'; path: string; text: string }
  | { kind: 'link'; path: string; target: string };

/** Changes of files that are made all or not at all: collected, shown, applied, and undone if a later step fails. */
export class FileChanges {
  readonly #root: string;
  readonly #changes: Change[] = [];
  readonly #undo: (() => void)[] = [];

  constructor(root: string) {
    this.#root = root;
  }

  create(path: string, text: string): void {
    this.#changes.push({ kind: 'create', path, text });
  }

  /** Changes an existing file; a second edit builds on the first. */
  edit(path: string, change: (text: string) => string): void {
    const planned = this.#changes.find((each) => each.kind === 'edit' && each.path === path);
    if (planned?.kind === 'edit') planned.text = change(planned.text);
    else this.#changes.push({ kind: 'edit', path, text: change(readFileSync(join(this.#root, path), 'utf8')) });
  }

  /** Creates a link to a folder, both below the root. */
  link(path: string, target: string): void {
    this.#changes.push({ kind: 'link', path, target });
  }

  /** Paths of all changes, with their kind. */
  summary(): { path: string; change: 'create' | 'edit' | 'link' }[] {
    return this.#changes.map(({ path, kind }) => ({ path, change: kind }));
  }

  /** Changed files, for the formatter. */
  paths(): string[] {
    return this.#changes.filter(({ kind }) => kind !== 'link').map(({ path }) => path);
  }

  /** @throws CommandFailure naming an existing file, because nothing is overwritten */
  check(): void {
    for (const { kind, path } of this.#changes)
      if (kind === 'create' && existsSync(join(this.#root, path)))
        throw refusal('file_exists', `${path} is there already, and nothing is overwritten`);
  }

  /** Applies all changes; on an error, all are undone. */
  apply(): void {
    this.check();
    try {
      for (const change of this.#changes) this.#carryOut(change);
    } catch (error) {
      this.undo();
      throw error;
    }
  }

  /** Remembers a file that other programs will change, so that `undo` restores it, or deletes a new one. */
  watch(path: string): void {
    const full = join(this.#root, path);
    const before = existsSync(full) ? readFileSync(full) : undefined;
    this.#undo.push(() => (before ? writeFileSync(full, before) : rmSync(full, { force: true })));
  }

  /** Remembers the files of a folder: `undo` deletes later ones. */
  watchFolder(path: string): void {
    const full = join(this.#root, path);
    const before = new Set(readdirSync(full));
    this.#undo.push(() => {
      for (const name of readdirSync(full)) if (!before.has(name)) rmSync(join(full, name), { recursive: true });
    });
  }

  /** Undoes `apply`, the last change first. */
  undo(): void {
    for (const work of this.#undo.splice(0).reverse()) work();
  }

  #carryOut(change: Change): void {
    const full = join(this.#root, change.path);
    if (change.kind === 'edit') {
      this.watch(change.path);
      writeFileSync(full, change.text);
      return;
    }
    this.#makeFolder(dirname(full));
    if (change.kind === 'link') {
      // A broken link of an earlier plugin with this name is replaced.
      if (lstatSync(full, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(full);
      symlinkSync(change.target, full, process.platform === 'win32' ? 'junction' : 'dir');
    } else writeFileSync(full, change.text, { flag: 'wx' });
    this.#undo.push(() => rmSync(full, { force: true }));
  }

  #makeFolder(folder: string): void {
    const missing: string[] = [];
    for (let at = folder; !existsSync(at); at = dirname(at)) missing.push(at);
    for (const each of missing.reverse()) {
      mkdirSync(each);
      this.#undo.push(() => rmdirSync(each));
    }
  }
}
