import { detectDelimiters } from './delimiters.ts';

/** Limits of a file. A larger file is not read, because reading it would block the server for others. */
export interface FileBounds {
  bytes: number;
  /** Bytes per segment. */
  segment: number;
  interchanges: number;
  /** Documents in all interchanges. */
  documents: number;
}

export const fileBounds: Readonly<FileBounds> = {
  bytes: 10_000_000,
  segment: 65_536,
  interchanges: 100,
  documents: 20_000,
};

/** The exceeded limit, its place, and what to do. */
export interface FileBreach {
  bound: keyof FileBounds;
  /** First byte beyond the limit, counted from 1. */
  byte: number;
  /** First segment beyond the limit, counted from 1; absent if no segment was read. */
  segment?: number;
  message: string;
}

/** Line breaks, blanks, NUL, Ctrl-Z and byte order marks between segments. */
const fillers = new Set([0x0a, 0x0d, 0x20, 0x09, 0x00, 0x1a, 0xef, 0xbb, 0xbf]);
/** Enough bytes to detect the segment terminator. */
const headLength = 2_600;
/** Segments between two pauses. */
const segmentsOfStep = 2_048;

const number = (value: number): string => value.toLocaleString('en-US');
const isWord = (code: number | undefined): boolean =>
  code === undefined || (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);

/**
 * Scans the bytes of a file once, before decoding, and answers the first exceeded limit. A file that is not X12 has no
 * segments; the reader reports that immediately. The generator yields so that the caller can pause.
 */
export function* boundsInSteps(
  bytes: Uint8Array,
  bounds: Readonly<FileBounds> = fileBounds,
): Generator<undefined, FileBreach | undefined> {
  if (bytes.length > bounds.bytes)
    return {
      bound: 'bytes',
      byte: bounds.bytes + 1,
      message: `The file is larger than ${number(bounds.bytes)} bytes: split it into several files`,
    };
  let at = 0;
  let segment = 0;
  let interchanges = 0;
  let documents = 0;
  let ends: { segment: number; element: number } | undefined;
  const skip = (): void => {
    while (at < bytes.length && fillers.has(bytes[at] as number) && bytes[at] !== ends?.element) at += 1;
  };
  const breach = (bound: keyof FileBounds, what: string): FileBreach => ({
    bound,
    byte: at + 1,
    segment,
    message: `${what}, at segment ${number(segment)} (byte ${number(at + 1)})`,
  });
  for (skip(); at < bytes.length; skip()) {
    segment += 1;
    if (segment % segmentsOfStep === 0) yield undefined;
    let from = at;
    if (beginsWith(bytes, at, 'ISA') && !isWord(bytes[at + 3])) {
      interchanges += 1;
      if (interchanges > bounds.interchanges)
        return breach(
          'interchanges',
          `The file has more than ${number(bounds.interchanges)} interchanges: split it into several files`,
        );
      const head = textOf(bytes.subarray(at, at + headLength));
      const found = detectDelimiters(head, 0);
      // The reader stops here too, and reports the reason.
      if ('code' in found) return undefined;
      ends = { segment: found.delimiters.segment.charCodeAt(0), element: found.delimiters.element.charCodeAt(0) };
      from = at + found.end - 1;
    }
    if (!ends) return undefined;
    if (beginsWith(bytes, at, 'ST') && bytes[at + 2] === ends.element) {
      documents += 1;
      if (documents > bounds.documents)
        return breach(
          'documents',
          `The file has more than ${number(bounds.documents)} documents: split it into several files`,
        );
    }
    const found = bytes.indexOf(ends.segment, from);
    const end = found < 0 ? bytes.length : found;
    if (end - at > bounds.segment)
      return breach(
        'segment',
        `A segment is longer than ${number(bounds.segment)} bytes: its end is missing, or it has to be split`,
      );
    at = found < 0 ? bytes.length : end + 1;
  }
  return undefined;
}

/** The first limit that a file exceeds; undefined for a file that can be read. */
export function boundsOf(bytes: Uint8Array, bounds: Readonly<FileBounds> = fileBounds): FileBreach | undefined {
  const steps = boundsInSteps(bytes, bounds);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

const beginsWith = (bytes: Uint8Array, at: number, word: string): boolean => {
  for (let index = 0; index < word.length; index += 1) if (bytes[at + index] !== word.charCodeAt(index)) return false;
  return true;
};

/** Each byte as the character of its number; the delimiters are ASCII in every supported encoding. */
function textOf(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}
