import { findingsBySegment } from './findings-of.ts';
import {
  elementOf,
  type FindingCode,
  type FunctionalGroup,
  type InterchangeFinding,
  type TransactionSet,
  type X12Interchange,
} from './interchange.ts';
import type { OutgoingSet } from './write.ts';

/** Code of a document or group in a 997: accepted, accepted with errors, partly accepted, rejected. */
export type AcknowledgmentCode = 'A' | 'E' | 'P' | 'R';

// Codes of AK502, AK304, AK403 and AK905.
const ofSet: Partial<Record<FindingCode, string>> = {
  set_unknown: '1',
  set_trailer_missing: '2',
  set_control_numbers_differ: '3',
  set_count_wrong: '4',
  set_control_number_missing: '7',
  set_control_number_repeated: '23',
};
const ofSegment: Partial<Record<FindingCode, string>> = {
  segment_unknown: '1',
  segment_unexpected: '2',
  segment_missing: '3',
  segment_repeated: '5',
  segment_first: '7',
};
const ofElement: Partial<Record<FindingCode, string>> = {
  element_missing: '1',
  element_pair: '2',
  element_short: '4',
  element_long: '5',
  element_too_long: '5',
  element_characters: '6',
  element_code: '7',
  element_date: '8',
  element_time: '9',
};
const ofGroup: Partial<Record<FindingCode, string>> = {
  group_trailer_missing: '3',
  group_control_numbers_differ: '4',
  group_count_wrong: '5',
};
const hasElementErrors = '8';
const hasSegmentErrors = '5';
/** AK5 and AK9 have room for five codes each. */
const mostCodes = 5;

const distinct = (codes: readonly (string | undefined)[]): string[] =>
  [...new Set(codes.filter((code) => code !== undefined))].slice(0, mostCodes);

type FindingsWithin = ReturnType<typeof findingsBySegment>;

/** The answer to a document: its segments of the 997, and whether it is accepted. */
function answerSet(set: TransactionSet, within: FindingsWithin): { code: AcknowledgmentCode; lines: string[][] } {
  const setFindings = within(set.header.index, set.last);
  const lines: string[][] = [['AK2', set.type, set.controlNumber]];
  const bySegment = Map.groupBy(
    setFindings.filter(({ code }) => ofSegment[code] || ofElement[code]),
    ({ segment }) => segment as number,
  );
  for (const [index, wrong] of bySegment) {
    const position = String(index - set.header.index + 1);
    const elements = wrong.filter(({ code }) => ofElement[code]);
    const codes = distinct([
      ...wrong.map(({ code }) => ofSegment[code]),
      elements.length > 0 ? hasElementErrors : undefined,
    ]);
    lines.push(['AK3', wrong[0]?.id ?? '', position, '', ...codes]);
    for (const { element, code } of elements) lines.push(['AK4', String(element ?? 0), '', ofElement[code] ?? '']);
  }
  const codes = distinct([
    ...setFindings.map(({ code }) => ofSet[code]),
    bySegment.size > 0 ? hasSegmentErrors : undefined,
  ]);
  const isRejected = setFindings.some(({ severity }) => severity === 'error');
  const code = isRejected ? 'R' : codes.length > 0 ? 'E' : 'A';
  lines.push(['AK5', code, ...codes]);
  return { code, lines };
}

/** The answer to a group: one 997. */
function answerGroup(group: FunctionalGroup, within: FindingsWithin, controlNumber: string): OutgoingSet {
  const answers = group.sets.map((set) => answerSet(set, within));
  const first = group.header?.index ?? 0;
  const last = group.trailer?.index ?? group.sets.at(-1)?.last ?? first;
  const codes = distinct(within(first, last).map(({ code }) => ofGroup[code]));
  const accepted = answers.filter(({ code }) => code !== 'R').length;
  const whole: AcknowledgmentCode =
    accepted === 0 && answers.length > 0
      ? 'R'
      : accepted < answers.length
        ? 'P'
        : codes.length > 0 || answers.some(({ code }) => code === 'E')
          ? 'E'
          : 'A';
  const included = elementOf(group.trailer, 1) || String(group.sets.length);
  return {
    type: '997',
    controlNumber,
    segments: [
      ['AK1', group.code, group.controlNumber],
      ...answers.flatMap(({ lines }) => lines),
      ['AK9', whole, included, String(group.sets.length), String(accepted), ...codes],
    ],
  };
}

/**
 * The 997s for an interchange, one per group; acknowledgment groups get none. `findings` are those of the file and its
 * documents. Control numbers are assigned in order.
 */
export const acknowledge = (
  interchange: X12Interchange,
  findings: readonly InterchangeFinding[],
  controlNumber: (index: number) => string,
): OutgoingSet[] => {
  const within = findingsBySegment(findings);
  return interchange.groups
    .filter(({ code, header }) => header !== null && code !== 'FA')
    .map((group, index) => answerGroup(group, within, controlNumber(index)));
};
