/** Delimiter characters of a file. */
export interface Delimiters {
  element: string;
  component: string;
  /** Null in releases before 00501, which have no repetitions. */
  repetition: string | null;
  segment: string;
  /** Written after each segment for readability; without meaning. */
  lineEnd: '' | '\n' | '\r\n';
}

/** One segment: `N1*ST*Store 4*92*0004`. */
export interface Segment {
  id: string;
  /** Elements from 01 on. Components and repetitions are not split. */
  elements: readonly string[];
  /** Number of the segment in the file, from 1. */
  index: number;
}

/** A document, from ST to SE. */
export interface TransactionSet {
  /** `850`. */
  type: string;
  controlNumber: string;
  header: Segment;
  /** Segments between ST and SE. */
  segments: Segment[];
  /** Null if missing. */
  trailer: Segment | null;
  /** Number of its last segment in the file. */
  last: number;
}

/** Documents of one type, from GS to GE. */
export interface FunctionalGroup {
  /** GS01: `PO`. */
  code: string;
  controlNumber: string;
  /** GS08: `004010VICS`. */
  version: string;
  /** Null for documents outside a group. */
  header: Segment | null;
  sets: TransactionSet[];
  trailer: Segment | null;
}

/** An interchange, from ISA to IEA. */
export interface X12Interchange {
  delimiters: Delimiters;
  /** ISA13. */
  controlNumber: string;
  /** ISA12: `00401`. */
  version: string;
  header: Segment;
  groups: FunctionalGroup[];
  /** TA1, ISB and ISE: segments between ISA and the groups. */
  service: Segment[];
  trailer: Segment | null;
}

/** Kinds of findings. The codes are stable; `findingTexts` has their texts. */
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

/** A defect. With `error`, the content of the file is not reliable. */
export interface InterchangeFinding {
  severity: 'error' | 'warning';
  code: FindingCode;
  /** Number of the segment in the file, from 1. */
  segment?: number;
  /** Its id: `PO1`. */
  id?: string;
  /** Number of the element, from 1. */
  element?: number;
  /** A sentence for people. */
  message: string;
}

/** The content of a file. Reading never throws; every defect is a finding. */
export interface ReadFile {
  interchanges: X12Interchange[];
  findings: InterchangeFinding[];
}

/** A document with its group and interchange. */
export interface ReadDocument {
  interchange: X12Interchange;
  group: FunctionalGroup;
  set: TransactionSet;
}

/** An element of a segment by number; '' if missing. */
export const elementOf = (segment: Segment | null | undefined, number: number): string =>
  segment?.elements[number - 1] ?? '';
