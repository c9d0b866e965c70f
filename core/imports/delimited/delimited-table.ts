import { headingAt, headingSample, titleWarning } from '../tables/heading-row.ts';
import { mostColumns, type SourceRow, type SourceTable } from '../tables/source-table.ts';
import { unreadable } from '../tables/unreadable.ts';
import { type DelimitedRecord, delimitedRecords, UnreadableLineError } from './delimited-lines.ts';
import { decodedText, detectEncoding } from './text-encoding.ts';

const delimiters = [',', ';', '\t', '|'] as const;
const sampleLength = 64 * 1024;
const sampleRecords = 50;

const isEmpty = ({ cells }: { cells: readonly string[] }): boolean => cells.every((cell) => cell.trim() === '');

/** The beginning of the text, cut at a line break unless the file ends in it. */
function sampleOf(pieces: Iterable<string>): string {
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length >= sampleLength) {
      const end = text.lastIndexOf('\n', sampleLength);
      return text.slice(0, end > 0 ? end : sampleLength);
    }
  }
  return text;
}

/** The most frequent count; of several, the first. */
function commonest(counts: readonly number[]): number {
  const times = new Map<number, number>();
  for (const count of counts) times.set(count, (times.get(count) ?? 0) + 1);
  return [...times].reduce((best, each) => (each[1] > best[1] ? each : best), [1, 0])[0];
}

/** The delimiter with which most records have as many cells as the headings; of several, the one with more cells. */
function detectDelimiter(sample: string): string {
  let best = { delimiter: ',', share: 0, cells: 1 };
  for (const delimiter of delimiters) {
    const counts: number[] = [];
    for (const record of delimitedRecords([sample], delimiter)) {
      if (!isEmpty(record)) counts.push(record.fault === undefined ? record.cells.length : -1);
      if (counts.length === sampleRecords) break;
    }
    // A title above the headings has one cell; then the most frequent count is used.
    const cells = (counts[0] ?? 1) > 1 ? (counts[0] as number) : commonest(counts);
    if (cells < 2) continue;
    const share = counts.filter((count) => count === cells).length / counts.length;
    if (share > best.share + 0.1 || (share > best.share - 0.1 && cells > best.cells))
      best = { delimiter, share, cells };
  }
  return best.delimiter;
}

/** `sep=;`, a line that some spreadsheets write before the headings. */
const separatorLine = /^sep=(.)\r?(?:\n|$)/i;

function* withoutSeparatorLine(pieces: Iterable<string>): Generator<string> {
  let isFirst = true;
  for (const piece of pieces) {
    // The line is kept as an empty one, so that line numbers stay those of the file.
    yield isFirst ? piece.replace(/^sep=.(?=\r|\n|$)/i, '') : piece;
    isFirst = false;
  }
}

/**
 * Control characters that do not occur in text. Allowed are those that separate lines and columns, and the end-of-file
 * character of old systems.
 */
const isOddControl = (code: number): boolean =>
  (code < 32 && !(code >= 9 && code <= 13) && code !== 26) || code === 127;

/**
 * Refuses files that are no text: about a tenth of their bytes are control characters, while text has at most a stray
 * one.
 */
function refuseIfNoText(sample: string): void {
  let odd = 0;
  for (let at = 0; at < sample.length; at += 1) if (isOddControl(sample.charCodeAt(at))) odd += 1;
  if (odd > 2 && odd * 50 > sample.length)
    throw unreadable('It is no table: it holds bytes that no text has; save it as XLSX or CSV');
}

/** Opens a CSV or TSV file with any encoding and delimiter. @throws 400 `file_unreadable` */
export function openDelimited(
  bytes: Uint8Array,
  chosen: { encoding?: string | undefined; delimiter?: string | undefined },
): SourceTable {
  const encoding = detectEncoding(bytes, chosen.encoding);
  const sample = sampleOf(decodedText(bytes, encoding));
  refuseIfNoText(sample);
  const declaredDelimiter = separatorLine.exec(sample)?.[1];
  const delimiter = chosen.delimiter ?? declaredDelimiter ?? detectDelimiter(sample);
  if (/["\r\n]/.test(delimiter)) throw unreadable('A quote or a line break cannot be the delimiter');
  const records = readable(
    delimitedRecords(
      declaredDelimiter === undefined
        ? decodedText(bytes, encoding)
        : withoutSeparatorLine(decodedText(bytes, encoding)),
      delimiter,
    ),
  );
  let position = 0;
  function* filled(): Generator<{ record: DelimitedRecord; position: number }> {
    for (let next = records.next(); !next.done; next = records.next()) {
      position += 1;
      if (!isEmpty(next.value)) yield { record: next.value, position };
    }
  }
  const first: { record: DelimitedRecord; position: number }[] = [];
  for (const each of filled()) if (first.push(each) === headingSample) break;
  const titles = first.map(({ record }) => record);
  const at = headingAt(titles);
  const heading = first[at];
  if (!heading) throw unreadable('it is empty');
  const { record: headings, position: headingRow } = heading;
  if (headings.fault !== undefined) throw unreadable(`line ${headings.line}: ${headings.fault}`);
  const names = headings.cells.map((cell) => cell.trim());
  while (names.length > 1 && names.at(-1) === '') names.pop();
  if (names.length > mostColumns) throw unreadable(`it has more than ${mostColumns} columns`);
  const replaced = { count: 0, firstLine: 0 };
  let cutLine = 0;

  function* below(): ReturnType<typeof filled> {
    yield* first.slice(at + 1);
    yield* filled();
  }

  function* rows(): Generator<SourceRow> {
    for (const { record, position: row } of below()) {
      const fault = record.fault ?? countFault(record, names.length);
      if (fault !== undefined && record.isLast) cutLine = record.line;
      for (const cell of record.cells)
        if (cell.includes('\uFFFD')) {
          replaced.count += 1;
          replaced.firstLine ||= record.line;
        }
      yield {
        row: row - headingRow,
        line: record.line,
        cells: record.cells.slice(0, mostColumns),
        ...(fault === undefined ? {} : { fault }),
      };
    }
  }

  return {
    format: { kind: 'delimited', encoding: encoding.name, delimiter, sheets: [], sheet: null },
    headings: names,
    rows,
    warnings: () => [
      ...[titleWarning(titles, at) ?? []].flat(),
      ...(replaced.count
        ? [
            `${replaced.count} ${replaced.count === 1 ? 'cell has' : 'cells have'} characters that cannot be read ` +
              `as ${encoding.name}, first in line ${replaced.firstLine}`,
          ]
        : []),
      ...(cutLine ? [`The last line (${cutLine}) seems to be cut`] : []),
    ],
  };
}

function* readable(records: Iterable<DelimitedRecord>): Generator<DelimitedRecord, undefined> {
  try {
    yield* records;
  } catch (error) {
    if (error instanceof UnreadableLineError) throw unreadable(error.message);
    throw error;
  }
  return undefined;
}

function countFault({ cells, isLast }: DelimitedRecord, wanted: number): string | undefined {
  const has = `This line has ${cells.length} ${cells.length === 1 ? 'cell' : 'cells'}, the headings have ${wanted}`;
  if (cells.length > wanted) return cells.slice(wanted).some((cell) => cell.trim() !== '') ? has : undefined;
  if (cells.length < wanted) return isLast ? `${has}; the file may be cut here` : has;
  return undefined;
}
