import { detectDelimiters, isCosmetic } from './delimiters.ts';
import type {
  FindingCode,
  FunctionalGroup,
  InterchangeFinding,
  ReadDocument,
  ReadFile,
  Segment,
  TransactionSet,
  X12Interchange,
} from './interchange.ts';
import { elementOf } from './interchange.ts';

/** Limits of reading. */
export interface ReadLimits {
  /** Characters in a file; default 50 million. */
  file?: number;
  /** Characters in an element; default 65,536. */
  element?: number;
  /** Findings in a file; default 10,000. */
  findings?: number;
}

/** Segments of the interchange level, outside documents. */
const serviceSegments = new Set(['TA1', 'ISB', 'ISE']);

/** Control numbers and counts without leading zeros, in which files differ. */
const plainNumber = (text: string): string => text.trim().replace(/^0+(?=.)/, '');
const sameNumber = (one: string, other: string): boolean => plainNumber(one) === plainNumber(other);

/**
 * Reads the interchanges of a file and checks their structure: nesting, control numbers, counts. Never throws: every
 * defect is a finding, besides everything that could be read.
 */
export function readX12(text: string, limits: ReadLimits = {}): ReadFile {
  const reading = new Reading(text, limits);
  for (const _ of reading.documents());
  return { interchanges: reading.interchanges, findings: reading.findings };
}

/**
 * The same, one document at a time. A document is complete when it is yielded, and its segments are dropped when the
 * next one is requested, so that a large file needs no more memory than its longest document. The final result is that
 * of `readX12` without segments.
 */
export function* readDocuments(text: string, limits: ReadLimits = {}): Generator<ReadDocument, ReadFile> {
  const steps = readInSteps(text, limits);
  let step = steps.next();
  for (; !step.done; step = steps.next()) if (step.value) yield step.value;
  return step.value;
}

/** The same, with undefined in between, at which a reader of long documents can pause. */
export function* readInSteps(text: string, limits: ReadLimits = {}): Generator<ReadDocument | undefined, ReadFile> {
  const reading = new Reading(text, limits);
  for (const document of reading.documents()) {
    yield document;
    if (document) document.set.segments.length = 0;
  }
  return { interchanges: reading.interchanges, findings: reading.findings };
}

/** Segments between two pauses. */
const segmentsOfStep = 512;

class Reading {
  readonly interchanges: X12Interchange[] = [];
  readonly findings: InterchangeFinding[] = [];
  #index = 0;
  #interchange: X12Interchange | null = null;
  #group: FunctionalGroup | null = null;
  #set: TransactionSet | null = null;
  /** A complete document that is not yielded yet. */
  #ended: ReadDocument | null = null;
  /** Control numbers of the group's documents. */
  readonly #numbers = new Set<string>();
  readonly #seen = new Set<string>();
  readonly #text: string;
  readonly #limits: Required<ReadLimits>;

  constructor(text: string, limits: ReadLimits) {
    this.#text = text;
    this.#limits = { file: 50_000_000, element: 65_536, findings: 10_000, ...limits };
  }

  /** Yields documents when they end, and undefined for possible pauses. */
  *documents(): Generator<ReadDocument | undefined, void> {
    const text = this.#text;
    if (text.length > this.#limits.file) {
      this.#found('error', 'too_large', `The file is larger than ${this.#limits.file} characters`);
      return;
    }
    let at = this.#skip(0);
    if (/^(UNA|UNB)/.test(text.slice(at, at + 3))) {
      this.#found('error', 'edifact', 'This is an EDIFACT file; only X12 is read');
      return;
    }
    if (!this.#isHeader(at)) {
      this.#found('error', 'not_edi', 'This is no X12 file: it does not begin with an ISA segment');
      return;
    }
    for (let turn = 1; at < text.length; turn += 1) {
      if (turn % segmentsOfStep === 0) yield undefined;
      if (this.#isHeader(at)) {
        const next = this.#begin(at);
        if (next === undefined) break;
        at = this.#skip(next);
      } else if (this.#interchange) {
        at = this.#skip(this.#segment(at, this.#interchange));
      } else {
        this.#found('error', 'text_outside_interchange', 'After the last IEA follows text that is no interchange');
        break;
      }
      if (this.#ended) yield* this.#endedDocument();
    }
    this.#endInterchange(null);
    if (this.#ended) yield* this.#endedDocument();
  }

  *#endedDocument(): Generator<ReadDocument, void> {
    const ended = this.#ended;
    this.#ended = null;
    if (ended) yield ended;
  }

  #skip(from: number): number {
    let at = from;
    while (at < this.#text.length && isCosmetic(this.#text[at] as string) && !this.#isDelimiter(at)) at += 1;
    return at;
  }

  // A delimiter counts even if it is a filler character: in a file with line breaks as terminators a segment may be
  // empty.
  #isDelimiter(at: number): boolean {
    return this.#interchange?.delimiters.element === this.#text[at];
  }

  #isHeader(at: number): boolean {
    const next = this.#text[at + 3];
    return this.#text.startsWith('ISA', at) && next !== undefined && !/[\p{L}\p{N}]/u.test(next);
  }

  #found(
    severity: InterchangeFinding['severity'],
    code: FindingCode,
    message: string,
    at?: Segment | null,
    element?: number,
  ): void {
    const most = this.#limits.findings;
    if (this.findings.length > most) return;
    if (this.findings.length === most) {
      this.findings.push({
        severity: 'error',
        code: 'too_many_findings',
        message: `More than ${most} findings; the rest is not listed`,
      });
      return;
    }
    this.findings.push({
      severity,
      code,
      ...(at ? { segment: at.index, id: at.id } : {}),
      ...(element === undefined ? {} : { element }),
      message,
    });
  }

  /** Begins the interchange at this ISA; undefined if it cannot be read. */
  #begin(at: number): number | undefined {
    this.#endInterchange(null);
    const found = detectDelimiters(this.#text, at);
    this.#index += 1;
    if ('code' in found) {
      this.#found(found.severity, found.code, found.message, { id: 'ISA', elements: [], index: this.#index });
      return undefined;
    }
    const { delimiters, elements, end, findings } = found;
    const header: Segment = { id: 'ISA', elements, index: this.#index };
    for (const { severity, code, message } of findings) this.#found(severity, code, message, header);
    const controlNumber = elementOf(header, 13);
    const sender = [5, 6, 7, 8].map((number) => elementOf(header, number).trim()).join(' ');
    const key = `${sender} ${controlNumber}`;
    if (this.#seen.has(key))
      this.#found(
        'error',
        'interchange_repeated',
        `The control number ${controlNumber} is in this file already`,
        header,
        13,
      );
    this.#seen.add(key);
    this.#interchange = {
      delimiters,
      controlNumber,
      version: elementOf(header, 12),
      header,
      groups: [],
      service: [],
      trailer: null,
    };
    this.interchanges.push(this.#interchange);
    return end;
  }

  /** Reads one segment into its place; answers the position of the next one. */
  #segment(from: number, { delimiters }: X12Interchange): number {
    const found = this.#text.indexOf(delimiters.segment, from);
    let end = found < 0 ? this.#text.length : found;
    // Filler characters at the end of the file are not data.
    while (found < 0 && end > from && isCosmetic(this.#text[end - 1] as string)) end -= 1;
    let raw = this.#text.slice(from, end);
    if (delimiters.segment === '\n' && raw.endsWith('\r')) raw = raw.slice(0, -1);
    const [id = '', ...elements] = raw.split(delimiters.element);
    if (raw === '') return found < 0 ? this.#text.length : end + 1;
    this.#index += 1;
    const segment: Segment = { id: id.trim(), elements, index: this.#index };
    if (found < 0)
      this.#found('warning', 'last_segment_unterminated', 'The last segment of the file has no end', segment);
    // Nearly all segments are short and on one line, and need no check of their elements.
    if (raw.length > this.#limits.element || /[\r\n]/.test(raw)) this.#checkElements(segment);
    this.#place(segment);
    return found < 0 ? this.#text.length : end + 1;
  }

  #checkElements(segment: Segment): void {
    for (const [index, element] of segment.elements.entries()) {
      if (element.length > this.#limits.element)
        this.#found('error', 'element_too_long', `Longer than ${this.#limits.element} characters`, segment, index + 1);
      if (/[\r\n]/.test(element))
        this.#found(
          'warning',
          'line_break_in_data',
          'A line break stands inside the data: the end of a segment may be missing here',
          segment,
          index + 1,
        );
    }
  }

  #place(segment: Segment): void {
    const interchange = this.#interchange as X12Interchange;
    if (segment.id === 'GS') this.#beginGroup(segment, interchange);
    else if (segment.id === 'GE') this.#endGroup(segment);
    else if (segment.id === 'IEA') this.#endInterchange(segment);
    else if (segment.id === 'ST') this.#beginSet(segment, interchange);
    else if (segment.id === 'SE') this.#endSet(segment);
    else if (this.#set) {
      this.#set.segments.push(segment);
      this.#set.last = segment.index;
    } else if (serviceSegments.has(segment.id) && !this.#group) interchange.service.push(segment);
    else
      this.#found(
        'error',
        'segment_unexpected',
        `${segment.id || 'A segment without a name'} stands outside a document`,
        segment,
      );
  }

  #beginGroup(header: Segment, interchange: X12Interchange): void {
    this.#endGroup(null);
    const [code, controlNumber, version] = [1, 6, 8].map((number) => elementOf(header, number)) as [
      string,
      string,
      string,
    ];
    this.#numbers.clear();
    this.#group = { code, controlNumber, version, header, sets: [], trailer: null };
    interchange.groups.push(this.#group);
  }

  #beginSet(header: Segment, interchange: X12Interchange): void {
    this.#endSet(null);
    if (!this.#group) {
      this.#found('error', 'set_outside_group', 'The document stands outside a group: GS is missing', header);
      this.#numbers.clear();
      this.#group = { code: '', controlNumber: '', version: '', header: null, sets: [], trailer: null };
      interchange.groups.push(this.#group);
    }
    const [type, controlNumber] = [elementOf(header, 1), elementOf(header, 2)];
    if (controlNumber === '')
      this.#found('error', 'set_control_number_missing', 'The document has no control number', header, 2);
    else if (this.#numbers.has(plainNumber(controlNumber)))
      this.#found(
        'error',
        'set_control_number_repeated',
        `Control number ${controlNumber} is in this group already`,
        header,
        2,
      );
    this.#numbers.add(plainNumber(controlNumber));
    this.#set = { type, controlNumber, header, segments: [], trailer: null, last: header.index };
    this.#group.sets.push(this.#set);
  }

  #endSet(trailer: Segment | null): void {
    const set = this.#set;
    this.#set = null;
    if (!set) {
      if (trailer) this.#found('error', 'segment_unexpected', 'SE ends a document that has not begun', trailer);
      return;
    }
    set.trailer = trailer;
    set.last = trailer?.index ?? set.last;
    this.#ended = { interchange: this.#interchange as X12Interchange, group: this.#group as FunctionalGroup, set };
    if (!trailer) {
      this.#found(
        'error',
        'set_trailer_missing',
        `Document ${set.controlNumber} has no end: SE is missing`,
        set.header,
      );
      return;
    }
    const count = set.segments.length + 2;
    if (!sameNumber(elementOf(trailer, 1), String(count)))
      this.#found(
        'error',
        'set_count_wrong',
        `SE01 says ${elementOf(trailer, 1) || 'nothing'}, there are ${count} segments`,
        trailer,
        1,
      );
    if (!sameNumber(elementOf(trailer, 2), set.controlNumber))
      this.#found(
        'error',
        'set_control_numbers_differ',
        `ST02 is ${set.controlNumber || 'empty'}, SE02 is ${elementOf(trailer, 2) || 'empty'}`,
        trailer,
        2,
      );
  }

  #endGroup(trailer: Segment | null): void {
    if (this.#set) this.#endSet(null);
    const group = this.#group;
    this.#group = null;
    if (!group) {
      if (trailer) this.#found('error', 'segment_unexpected', 'GE ends a group that has not begun', trailer);
      return;
    }
    group.trailer = trailer;
    if (!trailer) {
      if (group.header)
        this.#found(
          'error',
          'group_trailer_missing',
          `Group ${group.controlNumber} has no end: GE is missing`,
          group.header,
        );
      return;
    }
    const count = group.sets.length;
    if (!sameNumber(elementOf(trailer, 1), String(count)))
      this.#found(
        'error',
        'group_count_wrong',
        `GE01 says ${elementOf(trailer, 1) || 'nothing'}, there are ${count} documents`,
        trailer,
        1,
      );
    if (!sameNumber(elementOf(trailer, 2), group.controlNumber))
      this.#found(
        'error',
        'group_control_numbers_differ',
        `GS06 is ${group.controlNumber || 'empty'}, GE02 is ${elementOf(trailer, 2) || 'empty'}`,
        trailer,
        2,
      );
  }

  #endInterchange(trailer: Segment | null): void {
    if (this.#group) this.#endGroup(null);
    const interchange = this.#interchange;
    this.#interchange = null;
    if (!interchange) return;
    interchange.trailer = trailer;
    if (!trailer) {
      this.#found(
        'error',
        'interchange_trailer_missing',
        `Interchange ${interchange.controlNumber} has no end: IEA is missing, the file may be cut off`,
        interchange.header,
      );
      return;
    }
    const count = interchange.groups.length;
    if (!sameNumber(elementOf(trailer, 1), String(count)))
      this.#found(
        // An interchange with acknowledgments only has no group, but many senders write 1 nevertheless.
        count === 0 && interchange.service.length > 0 ? 'warning' : 'error',
        'interchange_count_wrong',
        `IEA01 says ${elementOf(trailer, 1) || 'nothing'}, there are ${count} groups`,
        trailer,
        1,
      );
    if (!sameNumber(elementOf(trailer, 2), interchange.controlNumber))
      this.#found(
        'error',
        'interchange_control_numbers_differ',
        `ISA13 is ${interchange.controlNumber || 'empty'}, IEA02 is ${elementOf(trailer, 2) || 'empty'}`,
        trailer,
        2,
      );
  }
}
