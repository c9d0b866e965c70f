import type { FindingCode, InterchangeFinding, Segment, TransactionSet, X12Interchange } from './interchange.ts';
import { documentRules, type ElementRule, segmentRules } from './segment-rules.ts';

const typeNames: Record<ElementRule['type'], string> = {
  AN: 'text',
  ID: 'a code',
  N0: 'a whole number',
  N2: 'an amount in hundredths',
  R: 'a decimal number',
  DT: 'a day such as 20261231',
  TM: 'a time such as 1530',
};

/** Digits of a number, which count for its length. */
const digitsOf = (text: string): string => text.replace(/[-.]/g, '');

/** Whether a date exists, CCYYMMDD or YYMMDD. */
function isDay(text: string): boolean {
  if (!/^(\d{6}|\d{8})$/.test(text)) return false;
  const full = text.length === 6 ? `20${text}` : text;
  const date = new Date(`${full.slice(0, 4)}-${full.slice(4, 6)}-${full.slice(6)}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10).replaceAll('-', '') === full;
}

const isTime = (text: string): boolean => /^([01]\d|2[0-3])[0-5]\d([0-5]\d(\d{1,2})?)?$/.test(text);

/** The defect of a value; undefined if there is none. */
function fault(value: string, rule: ElementRule): FindingCode | undefined {
  const { type, least, most } = rule;
  if (type === 'DT') return isDay(value) ? undefined : 'element_date';
  if (type === 'TM') return isTime(value) ? undefined : 'element_time';
  if ((type === 'N0' || type === 'N2') && !/^-?\d+$/.test(value)) return 'element_characters';
  if (type === 'R' && !/^-?(\d+(\.\d*)?|\.\d+)$/.test(value)) return 'element_characters';
  const length = type === 'AN' || type === 'ID' ? value.length : digitsOf(value).length;
  if (length < least) return 'element_short';
  return length > most ? 'element_long' : undefined;
}

const sentences: Partial<Record<FindingCode, (rule: ElementRule) => string>> = {
  element_date: () => `must be ${typeNames.DT}`,
  element_time: () => `must be ${typeNames.TM}`,
  element_characters: ({ type }) => `must be ${typeNames[type]}`,
  element_short: ({ least }) => `must have at least ${least} characters`,
  element_long: ({ most }) => `may have at most ${most} characters`,
};

const elementName = (segment: Segment, number: number): string => `${segment.id}${String(number).padStart(2, '0')}`;

function checkSegment(segment: Segment, findings: InterchangeFinding[]): void {
  const rule = segmentRules[segment.id];
  if (!rule) return;
  const at = { segment: segment.index, id: segment.id };
  for (const [number, element] of rule.elements) {
    const value = segment.elements[number - 1] ?? '';
    if (value === '') {
      if (element.isRequired)
        findings.push({
          severity: 'error',
          code: 'element_missing',
          ...at,
          element: number,
          message: `${elementName(segment, number)} is missing`,
        });
      continue;
    }
    const code = fault(value, element);
    if (code)
      findings.push({
        // A value of the wrong length can still be read.
        severity: code === 'element_long' || code === 'element_short' ? 'warning' : 'error',
        code,
        ...at,
        element: number,
        message: [
          elementName(segment, number),
          `${sentences[code]?.(element) ?? 'is wrong'}, is ‘${value.slice(0, 40)}’`,
        ].join(' '),
      });
  }
  const pairs = [...rule.pairs];
  for (let number = rule.pairsFrom ?? Number.POSITIVE_INFINITY; number <= segment.elements.length; number += 2)
    pairs.push(number);
  for (const number of pairs) {
    const [qualifier, value] = [segment.elements[number - 1] ?? '', segment.elements[number] ?? ''];
    if ((qualifier === '') === (value === '')) continue;
    const [there, missing] = qualifier === '' ? [number + 1, number] : [number, number + 1];
    findings.push({
      severity: 'warning',
      code: 'element_pair',
      ...at,
      element: missing,
      message: `${elementName(segment, there)} stands without ${elementName(segment, missing)}`,
    });
  }
}

/** Segments between two pauses. */
const segmentsOfStep = 512;

/** Findings of a document by the rules of its type; other types get a warning and are not checked. */
export function validateSet(set: TransactionSet): InterchangeFinding[] {
  const steps = validateInSteps(set);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** The same with pauses; stops after a maximum number of findings. */
export function* validateInSteps(
  set: TransactionSet,
  most = Number.POSITIVE_INFINITY,
): Generator<undefined, InterchangeFinding[]> {
  const findings: InterchangeFinding[] = [];
  const head = { segment: set.header.index, id: 'ST' };
  const rule = documentRules[set.type];
  if (!rule) {
    findings.push({
      severity: 'warning',
      code: 'set_unknown',
      ...head,
      element: 1,
      message: `Documents of type ${set.type || '(none)'} are not known here`,
    });
    return findings;
  }
  const [first] = set.segments;
  if (first && first.id !== rule.first && set.segments.some(({ id }) => id === rule.first))
    findings.push({
      severity: 'error',
      code: 'segment_first',
      segment: first.index,
      id: first.id,
      message: `A ${set.type} begins with ${rule.first}, not with ${first.id}`,
    });
  for (const id of rule.required)
    if (!set.segments.some((segment) => segment.id === id))
      findings.push({ severity: 'error', code: 'segment_missing', ...head, id, message: `A ${set.type} needs ${id}` });
  for (const id of rule.once) {
    const [, second] = set.segments.filter((segment) => segment.id === id);
    if (second)
      findings.push({
        severity: 'error',
        code: 'segment_repeated',
        segment: second.index,
        id,
        message: `${id} may stand once in a ${set.type}`,
      });
  }
  for (const [index, segment] of set.segments.entries()) {
    if (findings.length >= most) break;
    if (index % segmentsOfStep === segmentsOfStep - 1) yield undefined;
    if (!/^[A-Z][A-Z0-9]{1,2}$/.test(segment.id))
      findings.push({
        severity: 'error',
        code: 'segment_unknown',
        segment: segment.index,
        id: segment.id,
        message: `‘${segment.id.slice(0, 20)}’ is no name of a segment`,
      });
    else checkSegment(segment, findings);
  }
  return findings.slice(0, most);
}

/** Findings of all documents of an interchange. */
export const validateInterchange = (interchange: X12Interchange): InterchangeFinding[] =>
  interchange.groups.flatMap(({ sets }) => sets.flatMap((set) => validateSet(set)));
