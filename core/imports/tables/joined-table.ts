import { cleanText } from '../../contracts/texts/text.ts';
import { headingKey } from '../cells/match-headings.ts';
import { mostColumns, type SourceRow, type SourceTable } from './source-table.ts';
import { unreadable } from './unreadable.ts';

interface Key {
  index: number;
  heading: string;
  of(row: SourceRow): string;
}

function keyColumn(table: SourceTable, heading: string, name: string): Key {
  const exact = table.headings.indexOf(heading.trim());
  const index = exact < 0 ? table.headings.findIndex((own) => headingKey(own) === headingKey(heading)) : exact;
  if (index < 0) throw unreadable(`${name} has no column ${heading}; it has ${table.headings.join(', ')}`);
  return { index, heading: table.headings[index] ?? heading, of: ({ cells }) => cleanText(cells[index] ?? '').trim() };
}

/** Parses `on`: one heading of both files, or `A=B`. */
function keysOf(header: SourceTable, lines: SourceTable, on: string, names: readonly [string, string]): [Key, Key] {
  const at = on.lastIndexOf('=');
  const isPair = at > 0 && !header.headings.includes(on);
  const [first, second] = isPair ? [on.slice(0, at), on.slice(at + 1)] : [on, on];
  return [keyColumn(header, first, names[0]), keyColumn(lines, second, names[1])];
}

const readingOf = ({ format: { kind, encoding, delimiter, sheet } }: SourceTable): string =>
  kind === 'xlsx'
    ? `a workbook, sheet ${sheet}`
    : `${encoding}, separated by ${delimiter === '\t' ? 'tab' : delimiter}`;

const isReadAlike = (left: SourceTable, right: SourceTable): boolean => readingOf(left) === readingOf(right);

/**
 * Two files as one table: every line with the cells of its record. Its rows are those of the file of lines. Rows of the
 * first file without a line, or with a repeated key, follow with a fault.
 * @throws Problem 400 `file_unreadable` if a file lacks the column in `on`
 */
export function joinedTable(
  header: SourceTable,
  lines: SourceTable,
  { on, names }: { on: string | undefined; names: readonly [string, string] },
): SourceTable {
  if (!on) throw unreadable('two files need the column that they are joined by');
  const [headerKey, lineKey] = keysOf(header, lines, on, names);
  const known = new Set(header.headings.map(headingKey));
  const lineColumns = [...lines.headings.keys()].filter((index) => index !== lineKey.index);
  const headings = [
    ...header.headings,
    ...lineColumns.map((index) => {
      const heading = lines.headings[index] ?? '';
      // The suffix in parentheses is ignored in the matching of headings.
      return heading !== '' && known.has(headingKey(heading)) ? `${heading} (lines)` : heading;
    }),
  ];
  if (headings.length > mostColumns) throw unreadable(`the two files have more than ${mostColumns} columns`);
  const width = header.headings.length;

  function* rows(): Generator<SourceRow> {
    const heads = new Map<string, SourceRow>();
    const odd: { head: SourceRow; fault: string }[] = [];
    for (const head of header.rows()) {
      const key = headerKey.of(head);
      const fault =
        head.fault ??
        (key === ''
          ? `has no ${headerKey.heading}`
          : heads.has(key)
            ? `has the ${headerKey.heading} of an earlier row, ${key}`
            : undefined);
      if (fault === undefined) heads.set(key, head);
      else odd.push({ head, fault });
    }
    const met = new Set<string>();
    let last = 0;
    for (const line of lines.rows()) {
      last = line.row;
      const key = lineKey.of(line);
      const head = heads.get(key);
      if (head) met.add(key);
      const fault = line.fault ?? (head ? undefined : `${names[0]} has no ${headerKey.heading} ${key}`);
      yield joined(head, line, fault);
    }
    for (const [key, head] of heads) if (!met.has(key)) odd.push({ head, fault: `has no line in ${names[1]}` });
    for (const { head, fault } of odd) {
      last += 1;
      yield {
        ...joined(head, undefined, `Row ${head.row} of ${names[0]} ${fault}`),
        row: last,
        line: head.line,
      };
    }
  }

  function joined(head: SourceRow | undefined, line: SourceRow | undefined, fault: string | undefined): SourceRow {
    const cells = Array.from({ length: width }, (_, index) => head?.cells[index] ?? '');
    // A line without its record keeps the key, for the error message.
    if (!head && line) cells[headerKey.index] = lineKey.of(line);
    return {
      row: line?.row ?? 0,
      line: line?.line ?? 0,
      cells: [...cells, ...lineColumns.map((index) => line?.cells[index] ?? '')],
      numbers: [
        ...cells.map((_, index) => head?.numbers?.[index] ?? false),
        ...lineColumns.map((index) => line?.numbers?.[index] ?? false),
      ],
      ...(fault === undefined ? {} : { fault }),
    };
  }

  return {
    format: lines.format,
    headings,
    rows,
    warnings: () => [
      ...(isReadAlike(header, lines) ? [] : [`${names[0]}: read as ${readingOf(header)}`]),
      ...header.warnings().map((each) => `${names[0]}: ${each}`),
      ...lines.warnings().map((each) => `${names[1]}: ${each}`),
    ],
  };
}
