/** The characters that a file is divided by. */
export interface Delimiters {
  element: string;
  component: string;
  /** Null where the release knows no repetitions: before 00501. */
  repetition: string | null;
  segment: string;
  /** Written behind each segment for people; means nothing. */
  lineEnd: '' | '\n' | '\r\n';
}

/** One segment: `N1*ST*Store 4*92*0004`. */
export interface Segment {
  id: string;
  /** What follows the id, from element 01 on. Components and repetitions are as written. */
  elements: readonly string[];
  /** Place in the file, counted from 1 over all segments. */
  index: number;
}

/** A document, ST to SE. */
export interface TransactionSet {
  /** `850`. */
  type: string;
  controlNumber: string;
  header: Segment;
  /** Between ST and SE. */
  segments: Segment[];
  /** Null where it is missing. */
  trailer: Segment | null;
  /** Place of its last segment in the file. */
  last: number;
}

/** Documents of one family, GS to GE. */
export interface FunctionalGroup {
  /** GS01: `PO`. */
  code: string;
  controlNumber: string;
  /** GS08: `004010VICS`. */
  version: string;
  /** Null where documents stand outside any group. */
  header: Segment | null;
  sets: TransactionSet[];
  trailer: Segment | null;
}

/** ISA to IEA. */
export interface X12Interchange {
  delimiters: Delimiters;
  /** ISA13. */
  controlNumber: string;
  /** ISA12: `00401`. */
  version: string;
  header: Segment;
  groups: FunctionalGroup[];
  /** TA1, ISB and ISE: what stands between ISA and the groups. */
  service: Segment[];
  trailer: Segment | null;
}

/** What can be wrong. The names are stable; `findingTexts` says each in words. */
export type FindingCode =
  | 'not_edi'
  | 'edifact'
  | 'too_large'
  | 'too_many_findings'
  | 'interchange_header_broken'
  | 'interchange_header_length'
  | 'component_separator_missing'
  | 'segment_terminator_missing'
  | 'last_segment_unterminated'
  | 'text_outside_interchange'
  | 'interchange_trailer_missing'
  | 'interchange_control_numbers_differ'
  | 'interchange_count_wrong'
  | 'interchange_repeated'
  | 'group_trailer_missing'
  | 'group_control_numbers_differ'
  | 'group_count_wrong'
  | 'set_trailer_missing'
  | 'set_control_numbers_differ'
  | 'set_count_wrong'
  | 'set_control_number_missing'
  | 'set_control_number_repeated'
  | 'set_outside_group'
  | 'segment_unexpected'
  | 'element_too_long'
  | 'line_break_in_data'
  | 'set_unknown'
  | 'segment_unknown'
  | 'segment_missing'
  | 'segment_repeated'
  | 'segment_first'
  | 'element_missing'
  | 'element_short'
  | 'element_long'
  | 'element_characters'
  | 'element_code'
  | 'element_date'
  | 'element_time'
  | 'element_pair';

/** Something that is not as it should be. `error`: what is said by the file cannot be relied on. */
export interface InterchangeFinding {
  severity: 'error' | 'warning';
  code: FindingCode;
  /** Place of the segment in the file, counted from 1. */
  segment?: number;
  /** Its id: `PO1`. */
  id?: string;
  /** Number of the element, from 1. */
  element?: number;
  /** A sentence for people. */
  message: string;
}

/** What a file holds. Reading never throws: what cannot be read is a finding. */
export interface ReadFile {
  interchanges: X12Interchange[];
  findings: InterchangeFinding[];
}

/** A document with what it stands in. */
export interface ReadDocument {
  interchange: X12Interchange;
  group: FunctionalGroup;
  set: TransactionSet;
}

/** An element of a segment by its number, '' where it is not there. */
export const elementOf = (segment: Segment | null | undefined, number: number): string =>
  segment?.elements[number - 1] ?? '';
