import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A step of the guide: commands to run, or text to put below or instead of a line of a file. */
export type GuideStep =
  | { kind: 'commands'; commands: string[] }
  | { kind: 'edit'; path: string; line: string; isReplaced: boolean; text: string };

/**
 * The steps of a guide in Markdown: every `sh` block, and every `ts`, `tsx` or `text` block (a single JSX element, to
 * which a Markdown formatter would add a semicolon). The text before a block names its place as "In `path`, below
 * `line`" or "In `path`, instead of `line`"; for the same file, without the path.
 */
export function guideSteps(markdown: string): GuideStep[] {
  const steps: GuideStep[] = [];
  let path = '';
  let end = 0;
  for (const block of markdown.matchAll(/^```(sh|tsx?|text)\n([\s\S]*?)^```$/gm)) {
    const before = markdown.slice(end, block.index);
    end = block.index + block[0].length;
    const [, language, text = ''] = block;
    if (language === 'sh') {
      steps.push({ kind: 'commands', commands: text.trim().split('\n') });
      continue;
    }
    path = /[Ii]n `([\w./-]+\.tsx?)`,? (?:below|instead of)/.exec(before)?.[1] ?? path;
    const [, how, line] = [...before.matchAll(/(below|instead of) `([^`]+)`/g)].at(-1) ?? [];
    if (!path || !line) throw new Error(`The paper does not say where this goes:\n${text}`);
    steps.push({ kind: 'edit', path, line, isReplaced: how === 'instead of', text: text.trimEnd() });
  }
  return steps;
}

/** Makes an edit of the guide; the line has to occur exactly once. */
export function makeEdit(root: string, { path, line, isReplaced, text }: Extract<GuideStep, { kind: 'edit' }>): void {
  const file = join(root, path);
  const lines = readFileSync(file, 'utf8').split('\n');
  const places = lines.flatMap((each, index) => (each.trim() === line ? [index] : []));
  const [at] = places;
  if (at === undefined || places.length > 1)
    throw new Error(`${path} has the line \`${line}\` ${places.length} times, not once`);
  writeFileSync(file, lines.toSpliced(isReplaced ? at : at + 1, isReplaced ? 1 : 0, text).join('\n'));
}
