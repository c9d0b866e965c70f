import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A step of a paper: commands to run, or text to put below a line of a file. */
export type GuideStep =
  | { kind: 'commands'; commands: string[] }
  | { kind: 'edit'; path: string; below: string; text: string };

/**
 * The steps of a paper in Markdown: every `sh` block, and every `ts`, `tsx` or `text` block (an element alone, which a
 * formatter of Markdown would end with a semicolon), whose place the text before it names as
 * "In `path`, below `line`" or, of the same file, "below `line`".
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
    path = /[Ii]n `([\w./-]+\.tsx?)`,? below/.exec(before)?.[1] ?? path;
    const below = [...before.matchAll(/below `([^`]+)`/g)].at(-1)?.[1];
    if (!path || !below) throw new Error(`The paper does not say where this goes:\n${text}`);
    steps.push({ kind: 'edit', path, below, text: text.trimEnd() });
  }
  return steps;
}

/** Makes an edit of a paper; the line has to be there exactly once. */
export function makeEdit(root: string, { path, below, text }: Extract<GuideStep, { kind: 'edit' }>): void {
  const file = join(root, path);
  const lines = readFileSync(file, 'utf8').split('\n');
  const places = lines.flatMap((line, index) => (line.trim() === below ? [index] : []));
  const [at] = places;
  if (at === undefined || places.length > 1)
    throw new Error(`${path} has the line \`${below}\` ${places.length} times, not once`);
  writeFileSync(file, lines.toSpliced(at + 1, 0, text).join('\n'));
}
