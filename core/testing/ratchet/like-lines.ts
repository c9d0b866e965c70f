/** Two equal sequences of lines, in one file or two. */
export interface LikeLines {
  /** Number of code lines in each; blank lines, comments, imports and closing brackets do not count. */
  length: number;
  /** Their beginnings, as `path:line`. */
  places: [string, string];
}

interface Line {
  text: string;
  place: string;
}

/** Shorter sequences are idioms, not copies. */
const shortest = 6;

/** Lines with content; lines that occur in every file do not count. */
const isTelling = (text: string): boolean =>
  !/^(?:\/\/|\/?\*|import\b|export \{|\} from\b|[\])}\s;,]*$|[\w$]+,$|@)/.test(text);

const linesOf = (path: string, text: string): Line[] =>
  text
    .split('\n')
    .map((line, index) => ({ text: line.trim(), place: `${path}:${index + 1}` }))
    .filter(({ text: line }) => isTelling(line));

/**
 * The longest repeated sequences of lines, longest first, without parts of longer ones.
 * @param files text by path
 */
export function longestLikeLines(files: ReadonlyMap<string, string>, most: number): LikeLines[] {
  const sources = [...files].map(([path, text]) => linesOf(path, text));
  const seen = new Map<string, [source: number, line: number][]>();
  const found: (LikeLines & { ends: string })[] = [];
  sources.forEach((lines, source) => {
    for (let line = 0; line + shortest <= lines.length; line += 1) {
      const window = lines
        .slice(line, line + shortest)
        .map(({ text }) => text)
        .join('\n');
      const earlier = seen.get(window);
      seen.set(window, [...(earlier ?? []).slice(-3), [source, line]]);
      for (const [other, start] of earlier ?? []) {
        const length = likeFrom(sources[other] ?? [], start, lines, line);
        const first = sources[other]?.[start]?.place ?? '';
        found.push({
          length,
          places: [first, lines[line]?.place ?? ''],
          ends: `${other} ${start + length} ${source} ${line + length}`,
        });
      }
    }
  });
  found.sort((one, two) => two.length - one.length);
  const ends = new Set<string>();
  const longest: LikeLines[] = [];
  for (const { length, places, ends: end } of found) {
    if (ends.has(end) || longest.length === most) continue;
    ends.add(end);
    longest.push({ length, places });
  }
  return longest;
}

/** Number of equal lines from two positions on; within one file the first sequence ends where the second begins. */
function likeFrom(one: readonly Line[], from: number, two: readonly Line[], at: number): number {
  const mostLines = one === two ? at - from : Number.POSITIVE_INFINITY;
  let length = 0;
  while (length < mostLines && one[from + length] && one[from + length]?.text === two[at + length]?.text) length += 1;
  return length;
}
