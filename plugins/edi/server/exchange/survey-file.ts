import { createHash, type Hash } from 'node:crypto';
import {
  type InterchangeFinding,
  type ReadDocument,
  readDocuments,
  type Segment,
  validateSet,
  type X12Interchange,
} from '../../contracts/index.ts';

/** Of a document as many findings as anybody reads. */
export const mostFindings = 1_000;

/** A file without the segments of its documents, and what tells its interchanges apart. */
interface Survey {
  interchanges: X12Interchange[];
  findings: InterchangeFinding[];
  /** Tells two interchanges of one control number apart, or that they are the same, however they are laid out. */
  hashOf(interchange: X12Interchange): string;
}

/** Looks through a file once, one document at a time. */
export function survey(text: string): Survey {
  const hashes = new Map<X12Interchange, Hash>();
  const hashing = (interchange: X12Interchange): Hash => {
    const hash = hashes.get(interchange) ?? createHash('sha256');
    hashes.set(interchange, hash);
    return hash;
  };
  const add = (hash: Hash, segment: Segment | null): void => {
    if (segment) hash.update(JSON.stringify([segment.id, ...segment.elements.map((element) => element.trim())]));
  };
  const wrong: InterchangeFinding[] = [];
  const reading = readDocuments(text);
  let next = reading.next();
  for (; !next.done; next = reading.next()) {
    const { interchange, set } = next.value;
    wrong.push(...validateSet(set).slice(0, mostFindings));
    for (const segment of [set.header, ...set.segments, set.trailer]) add(hashing(interchange), segment);
  }
  const { interchanges, findings } = next.value;
  return {
    interchanges,
    findings: [...findings, ...wrong],
    hashOf(interchange) {
      const hash = hashing(interchange);
      const { header, service, groups, trailer } = interchange;
      const around = groups.flatMap((group) => [group.header, group.trailer]);
      for (const segment of [header, ...service, ...around, trailer]) add(hash, segment);
      return hash.digest('hex');
    },
  };
}

/** As many documents as an interchange has. */
export function* documentsOf({ groups }: X12Interchange, all: Iterator<ReadDocument>): Generator<ReadDocument> {
  const count = groups.reduce((sum, { sets }) => sum + sets.length, 0);
  for (let each = 0; each < count; each += 1) {
    const { value, done } = all.next();
    if (!done) yield value;
  }
}
