const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

/** Rank of a match: smaller is better, and the fields count in order. */
interface Match {
  /** Number of words that match only the beginning of a path's word. */
  beginnings: number;
  /** 1 if the path goes on after the last matched word. */
  isOpen: number;
}

const isLess = (one: Match, other: Match): boolean =>
  one.beginnings < other.beginnings || (one.beginnings === other.beginnings && one.isOpen < other.isOpen);

/** The best match of the text's words with words of the path, in order; undefined without one. */
function bestMatch(wanted: readonly string[], path: readonly string[]): Match | undefined {
  const known = new Map<number, Match | undefined>();
  const from = (at: number, after: number): Match | undefined => {
    if (at === wanted.length) return { beginnings: 0, isOpen: after < path.length ? 1 : 0 };
    const key = at * (path.length + 1) + after;
    if (known.has(key)) return known.get(key);
    let best: Match | undefined;
    for (let place = after; place < path.length; place += 1) {
      const [word = '', own = ''] = [wanted[at], path[place]];
      if (!own.startsWith(word)) continue;
      const rest = from(at + 1, place + 1);
      if (!rest) continue;
      const match = { ...rest, beginnings: rest.beginnings + (own === word ? 0 : 1) };
      if (!best || isLess(match, best)) best = match;
    }
    known.set(key, best);
    return best;
  };
  return from(0, 0);
}

/**
 * Places that match a search text, by their index, the best first. The text's words match words of the path in order,
 * each another one; whole words are better than beginnings, and the inside of a word never matches. A match at the end
 * of the path and few unmatched words are better. `tool crib c 2` finds Mill / Tool crib / C / 2.
 */
export function matchPlaces(paths: readonly (readonly string[])[], text: string): number[] {
  const wanted = wordsOf(text);
  if (!wanted.length) return paths.map((_, index) => index);
  return paths
    .flatMap((path, index) => {
      const words = path.flatMap(wordsOf);
      const match = bestMatch(wanted, words);
      return match ? [{ ...match, index, left: words.length - wanted.length }] : [];
    })
    .sort(
      (one, other) =>
        one.beginnings - other.beginnings ||
        one.isOpen - other.isOpen ||
        one.left - other.left ||
        one.index - other.index,
    )
    .map(({ index }) => index);
}
