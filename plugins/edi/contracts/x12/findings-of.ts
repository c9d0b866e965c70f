import type { InterchangeFinding } from './interchange.ts';

/**
 * A function that answers the findings between two segments, in the order of `findings`. They are sorted once, because
 * a file may have thousands of documents and findings.
 */
export function findingsBySegment(
  findings: readonly InterchangeFinding[],
): (first: number, last: number) => InterchangeFinding[] {
  const placed = findings
    .map((finding, order) => ({ finding, order, segment: finding.segment }))
    .filter((each): each is typeof each & { segment: number } => each.segment !== undefined)
    .sort((one, other) => one.segment - other.segment || one.order - other.order);
  const begin = (segment: number): number => {
    let [low, high] = [0, placed.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((placed[middle]?.segment ?? 0) < segment) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return (first, last) => {
    const found: typeof placed = [];
    for (let at = begin(first); (placed[at]?.segment ?? Number.POSITIVE_INFINITY) <= last; at += 1) {
      const each = placed[at];
      if (each) found.push(each);
      else break;
    }
    return found.sort((one, other) => one.order - other.order).map(({ finding }) => finding);
  };
}
