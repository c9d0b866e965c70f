/** Rule of an element. Lengths are in characters, without sign and point of a decimal. */
export interface ElementRule {
  isRequired: boolean;
  /** AN text, ID code, N whole number (N2: two implied decimals), R decimal, DT day, TM time. */
  type: 'AN' | 'ID' | 'N0' | 'N2' | 'R' | 'DT' | 'TM';
  least: number;
  most: number;
}

/** Rule of a segment; elements that are not listed are not checked. */
export interface SegmentRule {
  elements: ReadonlyMap<number, ElementRule>;
  /** First element of the part that consists of pairs of qualifier and value. */
  pairsFrom?: number;
  /** First elements of pairs: both elements are present, or none. */
  pairs: readonly number[];
}

/** Rule of a document type. */
export interface DocumentRule {
  /** GS01 of its group. */
  group: string;
  /** Its first segment after ST. */
  first: string;
  required: readonly string[];
  /** Segments that occur at most once. */
  once: readonly string[];
}

/** `'1 M AN 1-22'`: number, M or O, type, length. */
function segment(rules: readonly string[], pairsFrom?: number, pairs: readonly number[] = []): SegmentRule {
  const elements = new Map<number, ElementRule>();
  for (const rule of rules) {
    const [number = '', need, type, length = ''] = rule.split(' ');
    const [least = '1', most = least] = length.split('-');
    elements.set(Number(number), {
      isRequired: need === 'M',
      type: type as ElementRule['type'],
      least: Number(least),
      most: Number(most),
    });
  }
  return { elements, pairs, ...(pairsFrom === undefined ? {} : { pairsFrom }) };
}

/** Only segments that are read or written here; releases before 004010 have six-digit dates. */
export const segmentRules: Readonly<Record<string, SegmentRule>> = {
  BEG: segment(['1 M ID 2', '2 M ID 2', '3 M AN 1-22', '4 O AN 1-30', '5 M DT 6-8']),
  BCH: segment(['1 M ID 2', '2 M ID 2', '3 M AN 1-22']),
  BAK: segment(['1 M ID 2', '2 M ID 2', '3 M AN 1-22', '4 M DT 6-8', '8 O AN 1-50', '9 O DT 6-8']),
  BSN: segment(['1 M ID 2', '2 M AN 2-30', '3 M DT 6-8', '4 M TM 4-8', '5 O ID 4']),
  BIG: segment(['1 M DT 6-8', '2 M AN 1-22', '3 O DT 6-8', '4 O AN 1-22', '7 O ID 2']),
  CUR: segment(['1 M ID 2-3', '2 M ID 3']),
  REF: segment(['1 M ID 2-3', '2 O AN 1-50']),
  PER: segment(['1 M ID 2', '2 O AN 1-60', '3 O ID 2', '4 O AN 1-256']),
  BCA: segment(['1 M ID 2', '2 M ID 2', '3 M AN 1-22', '6 O DT 6-8', '10 O DT 6-8', '11 O DT 6-8']),
  ITD: segment(['1 O ID 2', '2 O ID 1-2', '3 O R 1-6', '4 O DT 6-8', '5 O N0 1-3', '7 O N0 1-3']),
  DTM: segment(['1 M ID 3', '2 O DT 6-8', '3 O TM 4-8']),
  N1: segment(['1 M ID 2-3', '2 O AN 1-60', '3 O ID 1-2', '4 O AN 2-80'], 3),
  N3: segment(['1 M AN 1-55', '2 O AN 1-55']),
  N4: segment(['1 O AN 2-30', '2 O ID 2', '3 O ID 3-15', '4 O ID 2-3']),
  PO1: segment(['1 O AN 1-20', '2 O R 1-15', '3 O ID 2', '4 O R 1-17', '5 O ID 2'], 6),
  POC: segment(['1 O AN 1-20', '2 M ID 2', '3 O R 1-15', '4 O R 1-9', '6 O R 1-17'], 8),
  // Size, gross weight and gross volume of a pack, each with its unit.
  PO4: segment(['1 O N0 1-6', '2 O R 1-8', '3 O ID 2', '6 O R 1-9', '8 O R 1-9'], undefined, [2, 6, 8]),
  IT1: segment(['1 O AN 1-20', '2 O R 1-15', '3 O ID 2', '4 O R 1-17', '5 O ID 2'], 6),
  LIN: segment(['1 O AN 1-20', '2 M ID 2', '3 M AN 1-48'], 2),
  ACK: segment(['1 M ID 2', '2 O R 1-15', '3 O ID 2', '4 O ID 3', '5 O DT 6-8']),
  SDQ: segment(['1 M ID 2', '2 O ID 1-2', '3 M AN 2-80', '4 M R 1-15'], 3),
  SN1: segment(['1 O AN 1-20', '2 M R 1-10', '3 M ID 2']),
  HL: segment(['1 M AN 1-12', '2 O AN 1-12', '3 M ID 1-2', '4 O ID 1']),
  MAN: segment(['1 M ID 1-2', '2 M AN 1-48']),
  PRF: segment(['1 M AN 1-22', '2 O AN 1-30', '4 O DT 6-8']),
  SAC: segment(['1 M ID 1', '5 O N2 1-15']),
  TDS: segment(['1 M N2 1-15', '2 O N2 1-15']),
  CTT: segment(['1 M N0 1-6', '2 O R 1-10']),
  AK1: segment(['1 M ID 2', '2 M N0 1-9']),
  AK2: segment(['1 M ID 3', '2 M AN 4-9']),
  AK3: segment(['1 M ID 2-3', '2 M N0 1-6']),
  AK4: segment(['1 M AN 1-12', '3 M ID 1-3']),
  AK5: segment(['1 M ID 1', '2 O ID 1-3']),
  AK9: segment(['1 M ID 1', '2 M N0 1-6', '3 M N0 1-6', '4 M N0 1-6']),
  TA1: segment(['1 M N0 9', '2 M DT 6-8', '3 M TM 4', '4 M ID 1', '5 M ID 3']),
};

/** Document types that are read or written here; other types are stored and shown, but not checked. */
export const documentRules: Readonly<Record<string, DocumentRule>> = {
  '810': { group: 'IN', first: 'BIG', required: ['BIG', 'TDS'], once: ['BIG', 'TDS', 'CTT'] },
  '850': { group: 'PO', first: 'BEG', required: ['BEG', 'PO1'], once: ['BEG', 'CTT'] },
  '855': { group: 'PR', first: 'BAK', required: ['BAK'], once: ['BAK', 'CTT'] },
  '856': { group: 'SH', first: 'BSN', required: ['BSN', 'HL'], once: ['BSN', 'CTT'] },
  '865': { group: 'CA', first: 'BCA', required: ['BCA'], once: ['BCA', 'CTT'] },
  '860': { group: 'PC', first: 'BCH', required: ['BCH'], once: ['BCH', 'CTT'] },
  '997': { group: 'FA', first: 'AK1', required: ['AK1', 'AK9'], once: ['AK1', 'AK9'] },
};
