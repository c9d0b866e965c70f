import { createHash, type Hash } from 'node:crypto';
import { createPause, runWithPauses } from '@millwright/core/server';
import {
  type InterchangeFinding,
  type ReadDocument,
  readInSteps,
  type Segment,
  validateInSteps,
  type X12Interchange,
} from '../../../contracts/index.ts';

/** Of a document as many findings as anybody reads. */
export const mostFindings = 1_000;
/** Of the documents of a file: from there on each has a few that say why it is held. */
const findingsOfFile = 20_000;
const fewFindings = 10;

/** A file without the segments of its documents, and what tells its interchanges apart. */
interface Survey {
  interchanges: X12Interchange[];
  findings: InterchangeFinding[];
  /** Tells two interchanges of one control number apart, or that they are the same, however they are laid out. */
  hashOf(interchange: X12Interchange): string;
}

/** Looks through a file once, one document at a time, with pauses for whoever else waits. */
export async function survey(text: string): Promise<Survey> {
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
  const pause = createPause();
  const reading = readInSteps(text);
  let next = reading.next();
  for (; !next.done; next = reading.next()) {
    if (next.value) {
      const { interchange, set } = next.value;
      const most = Math.max(fewFindings, Math.min(mostFindings, findingsOfFile - wrong.length));
      wrong.push(...(await runWithPauses(validateInSteps(set, most), pause)));
      const hash = hashing(interchange);
      add(hash, set.header);
      for (const [index, segment] of set.segments.entries()) {
        add(hash, segment);
        if (index % 512 === 511) await pause();
      }
      add(hash, set.trailer);
    }
    await pause();
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

/** As many documents as an interchange has, with pauses. */
export async function* documentsOf(
  { groups }: X12Interchange,
  all: Iterator<ReadDocument | undefined>,
): AsyncGenerator<ReadDocument> {
  const pause = createPause();
  const count = groups.reduce((sum, { sets }) => sum + sets.length, 0);
  for (let each = 0; each < count; ) {
    const { value, done } = all.next();
    if (done) return;
    if (value) {
      each += 1;
      yield value;
    }
    await pause();
  }
}
