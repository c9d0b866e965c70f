import type { Delimiters, InterchangeFinding } from './interchange.ts';

/** Meaningless characters before the first segment and between segments. */
export const isCosmetic = (character: string): boolean =>
  character === '\r' || character === '\n' || character === ' ' || character === '\t' || isFiller(character);

/** Byte order marks, NUL and Ctrl-Z, which old systems write at the ends of files. */
const isFiller = (character: string): boolean =>
  character === '\uFEFF' || character === '\u0000' || character === '\u001A';

const fixedLength = 106;
/** Longer than any ISA, padded and wrapped; a text without 16 separators up to here is not an ISA. */
const longest = 500;
const isAlphanumeric = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);

interface Found {
  delimiters: Delimiters;
  /** The elements of the ISA. */
  elements: string[];
  /** Position after the terminator of the ISA. */
  end: number;
  findings: InterchangeFinding[];
}

/** Positions of the 16 separators of an ISA that begins at `start`; fewer for a truncated or invalid one. */
function separatorsOf(text: string, start: number): number[] {
  const separator = text[start + 3] ?? '';
  const found: number[] = [];
  for (let at = start + 3; at < text.length && at < start + longest && found.length < 16; at += 1)
    if (text[at] === separator) found.push(at);
  return found;
}

/**
 * The actual segment terminator: the character before GS or TA1 is more reliable than the last characters of the ISA.
 */
function terminatorSeen(text: string, from: number): string | undefined {
  // If ISA16 is missing, the terminator stands in its place, followed by a line break.
  const [first = '', second = ''] = [text[from], text[from + 1]];
  const isBreak = second === '\n' || second === '\r';
  if (!isBreak || isAlphanumeric(first)) return undefined;
  const rest = text.slice(from + 1, from + 2_000);
  const lines = rest.split(/\r?\n/).filter((line) => line !== '');
  // The last line may be cut off, so it is ignored.
  const whole = lines.length > 1 ? lines.slice(0, -1) : lines;
  return whole.length > 0 && whole.filter((line) => line.endsWith(first)).length > whole.length / 2 ? first : undefined;
}

/**
 * Detects the delimiters in the ISA at this position. Positions are fixed in a correct ISA; a short or wrapped one is
 * read by its separators. Answers a finding if it cannot be read at all.
 */
export function detectDelimiters(text: string, start: number): Found | InterchangeFinding {
  const separator = text[start + 3] ?? '';
  const separators = separatorsOf(text, start);
  const last = separators[15];
  if (separator === '' || isAlphanumeric(separator) || last === undefined)
    return broken('The ISA segment has fewer than 16 elements, so that nothing after it can be told apart');
  const head = text.slice(start, start + fixedLength - 1);
  const isFixed = last === start + 103 && !/[\r\n]/.test(head);
  const findings: InterchangeFinding[] = [];
  let after = last + 1;
  let component = text[after] ?? '';
  let segment = text[after + 1] ?? '';
  const seen = terminatorSeen(text, after);
  if (seen !== undefined) {
    findings.push({
      severity: 'warning',
      code: 'component_separator_missing',
      message: `ISA16 is missing: ${delimiterName(seen)}, which ends the other segments, stands in its place`,
    });
    segment = seen;
    component = seen === '>' ? ':' : '>';
    after -= 1;
  }
  if (segment === '' || isAlphanumeric(segment))
    return {
      severity: 'error',
      code: 'segment_terminator_missing',
      message: 'No character ends the ISA segment: segments cannot be told apart',
    };
  if (!isFixed)
    findings.push({
      severity: 'warning',
      code: 'interchange_header_length',
      message: `The ISA segment is not ${fixedLength} characters long; it was read by its separators`,
    });
  const end = after + 2;
  const elements = text
    .slice(start + 4, last)
    .replace(/[\r\n]/g, '')
    .split(separator);
  elements.push(seen === undefined ? component : '');
  const version = elements[11] ?? '';
  const repetition = elements[10] ?? '';
  return {
    delimiters: {
      element: separator,
      component,
      repetition: version >= '00501' && repetition.length === 1 && !isAlphanumeric(repetition) ? repetition : null,
      segment,
      lineEnd: lineEndAt(text, end, segment),
    },
    elements,
    end,
    findings,
  };
}

const broken = (message: string): InterchangeFinding => ({
  severity: 'error',
  code: 'interchange_header_broken',
  message,
});

const lineEndAt = (text: string, at: number, segment: string): Delimiters['lineEnd'] => {
  if (segment === '\n') return '';
  if (text[at] === '\n') return '\n';
  return text[at] === '\r' && text[at + 1] === '\n' ? '\r\n' : '';
};

/** Name of a delimiter in messages. */
function delimiterName(character: string): string {
  const names: Record<string, string> = {
    '\n': 'a line break',
    '\r': 'a carriage return',
    '\t': 'a tab',
    ' ': 'a space',
  };
  const code = character.codePointAt(0) ?? 0;
  return names[character] ?? (code < 32 ? `the character ${code}` : `‘${character}’`);
}
