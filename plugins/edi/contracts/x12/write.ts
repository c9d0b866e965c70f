import type { Delimiters } from './interchange.ts';

/** An outgoing document: id and elements of the segments between ST and SE. */
export interface OutgoingSet {
  type: string;
  controlNumber: string;
  segments: readonly (readonly string[])[];
}

export interface OutgoingGroup {
  /** GS01: `PO`. */
  code: string;
  sender: string;
  receiver: string;
  /** CCYYMMDD and HHMM. */
  date: string;
  time: string;
  controlNumber: string;
  /** GS08: `004010`. */
  version: string;
  sets: readonly OutgoingSet[];
}

export interface InterchangeParty {
  /** `ZZ`, `01`, `12`. */
  qualifier: string;
  id: string;
}

/** An outgoing interchange. Its control numbers are given, because the caller has stored them before. */
export interface OutgoingInterchange {
  delimiters: Delimiters;
  sender: InterchangeParty;
  receiver: InterchangeParty;
  /** YYMMDD and HHMM. */
  date: string;
  time: string;
  /** ISA12: `00401`. */
  version: string;
  controlNumber: string;
  asksForAcknowledgment: boolean;
  isTest: boolean;
  /** TA1 and similar segments: id and elements of each. */
  service?: readonly (readonly string[])[];
  groups: readonly OutgoingGroup[];
}

/** A character of the data that was replaced. */
export interface ReplacedCharacter {
  segment: string;
  element: number;
  from: string;
  to: string;
}

/** Delimiters that most partners accept. */
export const commonDelimiters: Delimiters = {
  element: '*',
  component: '>',
  repetition: null,
  segment: '~',
  lineEnd: '\n',
};

const padded = (text: string, length: number): string => text.slice(0, length).padEnd(length);
const zeroed = (text: string, length: number): string => text.padStart(length, '0').slice(-length);

/**
 * Writes an interchange, including counts and trailers. X12 has no escape character: delimiters and control characters
 * inside data become spaces, and each replacement is reported. Separators of components and repetitions are part of the
 * given elements and stay. Trailing empty elements are omitted, as the standard requires.
 */
export function writeX12(interchange: OutgoingInterchange): { text: string; replacements: ReplacedCharacter[] } {
  const { delimiters, sender, receiver, groups } = interchange;
  const replacements: ReplacedCharacter[] = [];
  const lines: string[] = [];
  const put = (segment: readonly string[]): void => {
    const [id = '', ...elements] = segment;
    const clean = elements.map((element, index) => cleaned(element, delimiters, id, index + 1, replacements));
    while (clean.at(-1) === '') clean.pop();
    lines.push([id, ...clean].join(delimiters.element));
  };
  const repetition = delimiters.repetition ?? 'U';
  const header = [
    'ISA',
    '00',
    padded('', 10),
    '00',
    padded('', 10),
    padded(sender.qualifier, 2),
    padded(sender.id, 15),
    padded(receiver.qualifier, 2),
    padded(receiver.id, 15),
    interchange.date,
    interchange.time,
    repetition,
    interchange.version,
    zeroed(interchange.controlNumber, 9),
    interchange.asksForAcknowledgment ? '1' : '0',
    interchange.isTest ? 'T' : 'P',
    delimiters.component,
  ];
  lines.push(header.join(delimiters.element));
  for (const segment of interchange.service ?? []) put(segment);
  for (const group of groups) {
    put([
      'GS',
      group.code,
      group.sender,
      group.receiver,
      group.date,
      group.time,
      group.controlNumber,
      'X',
      group.version,
    ]);
    for (const set of group.sets) {
      put(['ST', set.type, set.controlNumber]);
      for (const segment of set.segments) put(segment);
      put(['SE', String(set.segments.length + 2), set.controlNumber]);
    }
    put(['GE', String(group.sets.length), group.controlNumber]);
  }
  put(['IEA', String(groups.length), zeroed(interchange.controlNumber, 9)]);
  const text = lines.map((line) => `${line}${delimiters.segment}${delimiters.lineEnd}`).join('');
  return { text, replacements };
}

function cleaned(
  element: string,
  delimiters: Delimiters,
  segment: string,
  number: number,
  replacements: ReplacedCharacter[],
): string {
  let clean = '';
  for (const character of element) {
    const isForbidden =
      character === delimiters.element || character === delimiters.segment || /\p{Cc}/u.test(character);
    if (isForbidden) replacements.push({ segment, element: number, from: character, to: ' ' });
    clean += isForbidden ? ' ' : character;
  }
  return clean;
}
