import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasGS1CheckDigit } from '@millwright/commerce/contracts';
import { acknowledge, elementOf, readPurchaseOrder, readX12, validateInterchange } from '@millwright/edi/contracts';
import { describe, expect, it } from 'vitest';
import { readAcknowledgment } from '../../../plugins/edi/server/exchange/documents/acknowledgments.ts';
import { decodeFile } from '../../../plugins/edi/server/file/decode-file.ts';
import { readOrderChange } from '../../../plugins/edi/server/orders/change-order.ts';
import { root } from '../../installation/root.ts';

// Real public files of many systems, each with the defects of its envelope as its source describes them. The files are
// not part of the repository.
const folder = join(root, '../shared/edi');
const isHere = existsSync(join(folder, '850'));
if (!isHere) console.warn(`Skipped: there are no files of trading partners in ${folder}`);

const shortHeader = 'interchange_header_length';
const [interchangeNumbers, setCount] = ['interchange_control_numbers_differ', 'set_count_wrong'];
const unterminated = 'last_segment_unterminated';

/** Number of interchanges, types of the documents in order, findings of the envelope. */
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
  // Three lines lack their terminator, which makes the count wrong.
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
  // Besides the missing GS, each SE01 is 1, and the first GE and the last segment are wrong too.
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

/** Documents of a file in stored form: id and elements of each segment, ST first. */
const documentsOf = (name: string): string[][][] =>
  read(name).interchanges.flatMap(({ groups }) =>
    groups.flatMap(({ sets }) =>
      sets.map(({ header, segments }) => [header, ...segments].map(({ id, elements }) => [id, ...elements])),
    ),
  );

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

  it('keep what their orders say: parties with codes as they are, numbers of items, dates, notes', () => {
    const order = (name: string) => readPurchaseOrder(documentsOf(name)[0] ?? []);
    const retail = order('850/vics-tilde-lf.edi');
    expect(retail).toMatchObject({ purpose: 'original', number: '08292233294', orderedOn: '2010-11-27', lineCount: 6 });
    expect(retail.wantedOn).toBe('2010-12-14');
    expect(retail.parties).toMatchObject([{ role: 'ST', codeKind: '9', code: '0003947268292', city: 'SOLON' }]);
    const [first] = retail.lines;
    expect(first).toMatchObject({ quantity: '120', unit: 'EA', price: '9.25', description: 'SMALL WIDGET', pack: '4' });
    expect(first?.identifiers.map(({ kind, value }) => [kind, value])).toEqual([
      ['CB', '065322-117'],
      ['PR', 'RO'],
      ['VN', 'AB3542'],
    ]);
    // The same order with other segment terminators.
    expect(order('850/vics-lf-terminator.edi').lines).toEqual(retail.lines);
    const pets = order('850/petstore-lf-terminator-92.edi');
    expect(pets.parties.find(({ role }) => role === 'ST')).toMatchObject({ codeKind: '92', code: '100' });
    expect(pets.lines).toMatchObject([{ number: '1', quantity: '1', unit: 'KI', price: '225' }]);
    const quilts = order('850/parties-92-indented-bom-short-isa.edi');
    expect(quilts.parties.map(({ role, name, code }) => [role, name, code])).toEqual([
      ['ST', 'Transplace Laredo', 'T100'],
      ['Z7', 'Penjamo Cutting', '4600'],
      ['BT', 'Test Inc.', ''],
      ['BY', '', '1500'],
      ['SU', 'Supplier Name', '0000600396'],
    ]);
    expect(quilts.parties[1]).toMatchObject({ city: 'Penjamo', state: '', postalCode: '36900', country: 'MX' });
    expect(quilts).toMatchObject({ currency: 'USD', lines: [{ unit: 'YD' }, { unit: 'YD' }, { unit: 'YD' }] });
    expect(quilts.lines[0]?.identifiers[0]).toMatchObject({ kind: 'BP', value: 'A_QU001-BLK' });
    // Six-digit dates, and one line more than stated.
    const parts = order('850/automotive-3010-bang-terminator-short-isa.edi');
    expect(parts).toMatchObject({ kind: 'BK', orderedOn: '2007-01-02', lineCount: 1, lines: [{}, {}] });
  });

  it('keep what changes, answers and acknowledgments say', () => {
    const [change = []] = documentsOf('860/automotive-3010-short-isa.edi');
    expect(readOrderChange(change)).toMatchObject({
      number: 'SP7301',
      changes: [{ code: 'CA', line: { number: '001', quantity: '0.5', unit: 'EA', price: '61.59' } }],
    });
    const codesOf = (name: string, id: string, element: number) =>
      documentsOf(name).flatMap((segments) => segments.filter(([each]) => each === id).map((each) => each[element]));
    expect(codesOf('855/aerospace-accepted.edi', 'BAK', 2)).not.toContain('RD');
    expect(codesOf('855/aerospace-rejected.edi', 'BAK', 2)[0]).toMatch(/^R/);
    expect(codesOf('855/aerospace-line-changes.edi', 'ACK', 1)).toEqual(['IP', 'DR', 'IQ', 'IS', 'IA', 'IR']);
    // Its source names only R2; four of its lines are accepted.
    const answers = codesOf('855/twelve-sets-tilde-element-lf-terminator.edi', 'ACK', 1);
    expect([...new Set(answers)].sort()).toEqual(['IA', 'R2']);
    expect(codesOf('856/sopi-crossdock-two-orders-sscc.edi', 'HL', 3).join('')).toBe('SOPIPIPIPIOPI');
    const labels = codesOf('856/sopi-crossdock-two-orders-sscc.edi', 'MAN', 2).map((code = '') => code.slice(2));
    expect(labels.map(hasGS1CheckDigit)).toEqual([false, false, false, false, false]);
    expect(codesOf('856/stip-2001-two-sets-short-isa.edi', 'HL', 3).join('')).toContain('STI');
    expect(codesOf('810/snacks-two-invoices.edi', 'TDS', 1)).toEqual(['255438', '255438']);
    const answer = (name: string) => readAcknowledgment(documentsOf(name)[0] ?? []);
    expect(answer('ack/997-rejected-5010.edi')).toMatchObject({
      code: 'HC',
      controlNumber: '1',
      status: 'rejected',
      sets: [{ controlNumber: '21', status: 'rejected', faults: ['NM1 at 8: 8', 'element 8: 7 MI'] }],
    });
    expect(answer('ack/997-accepted-short-isa-lf.edi')?.status).toBe('accepted');
    expect(answer('ack/997-empty-set.edi')).toBeUndefined();
    // P does not describe the whole file; each document has its own code.
    const partial = answer('ack/999-partial.edi');
    expect(partial?.status).toBeUndefined();
    expect(partial?.sets.map(({ status }) => status)).toEqual(['accepted', 'rejected', 'rejected']);
    const [technical] = read('ack/ta1-only-interchange.edi').interchanges[0]?.service ?? [];
    expect([technical?.id, elementOf(technical, 4), elementOf(technical, 5)]).toEqual(['TA1', 'R', '024']);
    const notes = read('malformed/850-syntax-notes.edi').interchanges.flatMap(validateInterchange);
    expect(notes.map(({ code, id, element }) => `${code} ${id}${element}`)).toEqual([
      'element_pair PO17',
      'element_pair PO46',
    ]);
  });
});
