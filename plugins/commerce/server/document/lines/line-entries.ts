import { problems } from '@millwright/core/contracts';

/**
 * The entries of a complete list of lines, matched with the existing lines.
 * @throws Problem 400 for ids of other documents, or repeated ones
 */
export function lineEntriesOf<Line extends { id: string }, Entry extends { id?: string | null | undefined }>(
  present: readonly Line[],
  lines: readonly Entry[],
): (Omit<Entry, 'id'> & { path: string; current?: Line })[] {
  const byID = new Map(present.map((line) => [line.id, line]));
  const seen = new Set<string>();
  const errors: { path: string; message: string }[] = [];
  const entries = lines.map(({ id, ...line }, index) => {
    const path = `lines.${index}`;
    if (!id) return { ...line, path };
    const current = byID.get(id);
    if (!current) errors.push({ path: `${path}.id`, message: 'The order has no such line' });
    else if (seen.has(id)) errors.push({ path: `${path}.id`, message: 'The line is named twice' });
    seen.add(id);
    return { ...line, path, ...(current ? { current } : {}) };
  });
  if (errors.length) throw problems.invalid_input({ errors });
  return entries;
}
