/** A record in a delimited file. */
export interface DelimitedRecord {
  /** Line of the file at which it begins, from 1. */
  line: number;
  cells: string[];
  /** Fault in its quotes. */
  fault?: string;
  /** Whether the file ends in this record, without a line break. */
  isLast: boolean;
}

/** Longest quoted record in characters; a longer one means that its quote is never closed. */
const longestOpen = 200_000;
/** Largest number of unclosed quotes; more mean wrong settings, and each costs work for looking ahead. */
const mostOpenQuotes = 200;

/** Longest line in characters. No real file has longer ones, and each further piece would scan the line again. */
const longestLine = 2_000_000;

/** Thrown where reading cannot continue; the message gives reason and place. */
export class UnreadableLineError extends Error {
  override name = 'UnreadableLineError';
}

type Scan =
  | { state: 'record'; cells: string[]; next: number; lines: number; fault?: string; isLast: boolean }
  | { state: 'more' }
  | { state: 'open' };

const isBlank = (code: number): boolean => code === 32 || code === 9;

/**
 * Reads a record of `text` from `start`. `more`: the text ends before the record. `open`: a quote is not closed in
 * time. A quote has a meaning only at the beginning of a cell.
 */
function scan(text: string, start: number, delimiter: string, isEnd: boolean, takesQuotes: boolean): Scan {
  const cells: string[] = [];
  let at = start;
  let lines = 0;
  let fault: string | undefined;
  for (;;) {
    let from = at;
    let cell = '';
    if (takesQuotes) {
      let quoteAt = at;
      while (delimiter !== '\t' ? isBlank(text.charCodeAt(quoteAt)) : text.charCodeAt(quoteAt) === 32) quoteAt += 1;
      if (text[quoteAt] === '"') {
        from = quoteAt + 1;
        for (;;) {
          const close = text.indexOf('"', from);
          if (close < 0 || close - start > longestOpen)
            return isEnd || text.length - start > longestOpen ? { state: 'open' } : { state: 'more' };
          cell += text.slice(from, close);
          from = close + 1;
          if (text[from] === '"') {
            cell += '"';
            from += 1;
          } else if (from >= text.length && !isEnd) return { state: 'more' };
          else break;
        }
        for (let index = 0; index < cell.length; index += 1) {
          const code = cell.charCodeAt(index);
          if (code === 10 || (code === 13 && cell.charCodeAt(index + 1) !== 10)) lines += 1;
        }
      }
    }
    let end = from;
    while (end < text.length) {
      const code = text.charCodeAt(end);
      if (code === 10 || code === 13 || text[end] === delimiter) break;
      end += 1;
    }
    // A line break of two characters may be split between two pieces.
    if (!isEnd && (end >= text.length || (text[end] === '\r' && end + 1 >= text.length))) return { state: 'more' };
    const rest = text.slice(from, end);
    if (from === at) cell = rest;
    else if (rest.trim() !== '') {
      // A cell over several lines that ends in the middle of a line was closed by the quote of a later cell, so its own
      // is missing.
      if (/[\r\n]/.test(cell)) return { state: 'open' };
      cell += rest;
      fault = 'A quote in this line closes before the end of its cell; quotes inside quotes are written twice';
    }
    cells.push(cell);
    if (end < text.length && text[end] === delimiter) {
      at = end + 1;
      continue;
    }
    const isLast = end >= text.length;
    const next = text[end] === '\r' && text[end + 1] === '\n' ? end + 2 : end + 1;
    return { state: 'record', cells, next, lines: lines + 1, isLast, ...(fault === undefined ? {} : { fault }) };
  }
}

/**
 * Records of a delimited text that comes in pieces. No text is lost: if a quote is never closed, its line is taken
 * literally, with a fault, and reading continues in the next line. NUL becomes U+FFFD, which no cell accepts.
 */
export function* delimitedRecords(pieces: Iterable<string>, delimiter: string): Generator<DelimitedRecord> {
  let text = '';
  let start = 0;
  let line = 1;
  let openQuotes = 0;
  const source = pieces[Symbol.iterator]();
  let isEnd = false;
  for (;;) {
    while (start < text.length) {
      let found = scan(text, start, delimiter, isEnd, true);
      if (found.state === 'open') {
        found = scan(text, start, delimiter, isEnd, false);
        if (found.state === 'record') {
          openQuotes += 1;
          if (openQuotes > mostOpenQuotes)
            throw new UnreadableLineError(`too many quotes are never closed, the last in line ${line}`);
          found.fault = found.isLast
            ? 'This line has a quote that is never closed; the file may be cut here'
            : 'This line has a quote that is never closed';
        }
      }
      if (found.state !== 'record') break;
      const { cells, next, lines, isLast, fault } = found;
      start = next;
      yield { line, cells, isLast, ...(fault === undefined ? {} : { fault }) };
      line += lines;
    }
    if (isEnd) return;
    if (text.length - start > longestLine) throw new UnreadableLineError(`line ${line} is too long to be a record`);
    const piece = source.next();
    isEnd = Boolean(piece.done);
    text = text.slice(start) + (piece.done ? '' : piece.value.replaceAll('\0', '\uFFFD'));
    start = 0;
  }
}
