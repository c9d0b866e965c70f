import { type AccountContext, audit, changesOf } from '@millwright/core/server';

/** Tells what became of the lines of a document, in the history of the document; answers whether anything did. */
export function auditLines<Line extends { id: string }, Facts extends Record<string, unknown>>(
  ctx: AccountContext,
  record: { type: string; id: string },
  before: readonly Line[],
  after: readonly Line[],
  /** The values of a line as people read them, and the line in one piece. */
  words: { facts(line: Line): Facts; text(line: Line): string },
): boolean {
  const old = new Map(before.map((line) => [line.id, line]));
  let isChanged = false;
  const tell = (action: string, line: Line, changes?: ReturnType<typeof changesOf>) => {
    isChanged = true;
    audit(ctx, { record, action, note: words.text(line), ...(changes ? { changes } : {}) });
  };
  for (const line of after) {
    const was = old.get(line.id);
    old.delete(line.id);
    if (!was) {
      tell('line_added', line);
      continue;
    }
    const [from, to] = [words.facts(was), words.facts(line)];
    const changes = changesOf(from, to, Object.keys(to) as (keyof Facts & string)[]);
    if (changes.length) tell('line_changed', line, changes);
  }
  for (const line of old.values()) tell('line_removed', line);
  return isChanged;
}
