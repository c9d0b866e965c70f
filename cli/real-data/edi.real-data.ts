import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { acknowledge, elementOf, readX12, validateInterchange } from '@millwright/edi/contracts';
import { describe, expect, it } from 'vitest';
import { decodeFile } from '../../plugins/edi/server/file/decode-file.ts';
import { root } from '../root.ts';

// Real public files of many systems, each with what is wrong with its envelope as its source describes it. They are
// not part of the repository.
const folder = join(root, '../shared/edi');
const isHere = existsSync(join(folder, '850'));
if (!isHere) console.warn(`Skipped: there are no files of trading partners in ${folder}`);

const shortHeader = 'interchange_header_length';
const [interchangeNumbers, setCount] = ['interchange_control_numbers_differ', 'set_count_wrong'];
const unterminated = 'last_segment_unterminated';

/** Interchanges, types of the documents in order, findings about the envelope. */
const expected: Record<string, [number, string, string[]]> = {
  '850/vics-tilde-lf.edi': [1, '850', []],
  '850/vics-lf-terminator.edi': [1, '850', []],
  '850/petstore-lf-terminator-92.edi': [1, '850', []],
  '850/two-interchanges-same-control-number.edi': [2, '850 850', ['interchange_repeated']],
  '850/minimal-utf8-bom.edi': [1, '850', [interchangeNumbers]],
  '850/parties-92-indented-bom-short-isa.edi': [1, '850', [shortHeader, interchangeNumbers]],
  '850/aerospace-basic-crlf.edi': [1, '850', []],
  '850/aerospace-tax-exempt-crlf.edi': [1, '850', []],
  '850/automotive-3010-bang-terminator-short-isa.edi': [1, '850', [shortHeader, setCount]],
  '850/composite-sln.edi': [1, '850', []],
  '855/books-4010-tilde-lf.edi': [1, '855', []],
  '855/dropship-5010.edi': [1, '855', []],
  '855/automotive-brace-component.edi': [1, '855', []],
  '855/aerospace-accepted.edi': [1, '855', []],
  '855/aerospace-rejected.edi': [1, '855', []],
  '855/aerospace-line-changes.edi': [1, '855', []],
  '855/twelve-sets-tilde-element-lf-terminator.edi': [1, Array(12).fill('855').join(' '), []],
  '856/sopi-crossdock-two-orders-sscc.edi': [1, '856', []],
  '856/soi-4060-repetition-dash.edi': [1, '856', []],
  '856/soi-unterminated-last-segment.edi': [1, '856', [unterminated, interchangeNumbers]],
  '856/stip-2001-two-sets-short-isa.edi': [1, '856 856', [shortHeader]],
  '810/snacks-two-invoices.edi': [1, '810 810', []],
  '810/books-pipe.edi': [1, '810', []],
  '810/music-indented-bom-short-isa.edi': [1, '810', [shortHeader]],
  '810/aerospace-basic-crlf.edi': [1, '810', []],
  '860/automotive-3010-short-isa.edi': [1, '860', [shortHeader]],
  'ack/997-rejected-5010.edi': [1, '997', []],
  'ack/997-three-interchanges.edi': [3, '997 997 997', []],
  'ack/997-empty-set.edi': [1, '997', []],
  'ack/997-accepted-short-isa-lf.edi': [1, '997', [shortHeader]],
  'ack/999-partial.edi': [1, '999', []],
  'ack/ta1-only-interchange.edi': [1, '', ['interchange_count_wrong']],
  'malformed/850-syntax-notes.edi': [1, '850', []],
  'malformed/850-se-count-wrong-unterminated.edi': [1, '850', [setCount, unterminated]],
  'malformed/850-isa16-missing-and-lost-terminator.edi': [
    1,
    '850 850',
    ['component_separator_missing', 'line_break_in_data', setCount, 'set_control_number_repeated'],
  ],
  // Three lines lack their terminator, which is what makes the count wrong.
  'malformed/856-segment-count-wrong-dollar-terminator.edi': [
    1,
    '856',
    ['line_break_in_data', 'line_break_in_data', 'line_break_in_data', setCount],
  ],
  'malformed/control-numbers-mismatch.edi': [
    1,
    '940',
    ['set_control_numbers_differ', 'group_control_numbers_differ', interchangeNumbers],
  ],
  'malformed/group-and-set-counts-wrong.edi': [1, '940', ['group_count_wrong', 'interchange_count_wrong']],
  'malformed/two-interchanges-last-unterminated.edi': [2, '', [unterminated]],
  'malformed/not-edi.edi': [0, '', ['not_edi']],
  'malformed/no-isa.edi': [0, '', ['not_edi']],
  // Beside the missing GS each SE01 says 1, and the first GE and the last segment are wrong as well.
  'malformed/wrong-gs.edi': [
    1,
    'AAA BBB AAA',
    [
      'segment_unexpected',
      'set_outside_group',
      setCount,
      setCount,
      'group_count_wrong',
      'group_control_numbers_differ',
      setCount,
      unterminated,
    ],
  ],
  'malformed/no-segment-terminator.edi': [0, '', ['segment_terminator_missing']],
  'malformed/999-out-of-order.edi': [1, '999', [setCount]],
  'malformed/isb-ise-service-segments.edi': [1, '', []],
  'edifact/orders-with-group.edi': [0, '', ['edifact']],
  'edifact/invoic-d97b-una.edi': [0, '', ['edifact']],
};

const read = (name: string) => readX12(decodeFile(readFileSync(join(folder, name))));

describe.skipIf(!isHere)('files of trading partners', () => {
  it('are all expected', () => {
    const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.edi'));
    expect(Object.keys(expected).sort()).toEqual(found.sort());
  });

  it.each(Object.entries(expected))('%s is read as what it is', (name, [interchanges, types, codes]) => {
    const file = read(name);
    const sets = file.interchanges.flatMap(({ groups }) => groups.flatMap((group) => group.sets));
    expect(file.interchanges).toHaveLength(interchanges);
    if (types) expect(sets.map(({ type }) => type).join(' ')).toBe(types);
    expect(file.findings.map(({ code }) => code)).toEqual(codes);
  });

  it('are answered by a 997 that says what is wrong, and acknowledgments by none', () => {
    const answered = (name: string) => {
      const file = read(name);
      const [interchange] = file.interchanges;
      const findings = [...file.findings, ...file.interchanges.flatMap(validateInterchange)];
      return acknowledge(interchange!, findings, () => '0001')[0]?.segments.map((segment) => segment.join('*'));
    };
    expect(answered('850/vics-tilde-lf.edi')?.at(-1)).toMatch(/^AK9\*A\*1\*1\*1/);
    expect(answered('850/automotive-3010-bang-terminator-short-isa.edi')).toContain('AK5*R*4');
    expect(answered('ack/997-rejected-5010.edi')).toBeUndefined();
  });

  it('keep what they say: parties, codes with leading zeros, quantities', () => {
    const [set] = read('850/petstore-lf-terminator-92.edi').interchanges[0]?.groups[0]?.sets ?? [];
    const party = set?.segments.find(({ id, elements }) => id === 'N1' && elements[0] === 'ST');
    expect([elementOf(party, 3), elementOf(party, 4)]).toEqual(['92', '100']);
  });
});
