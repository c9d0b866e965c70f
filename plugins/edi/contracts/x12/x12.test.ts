import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { acknowledge } from './acknowledge.ts';
import { elementOf, type InterchangeFinding, type ReadFile } from './interchange.ts';
import { readDocuments, readX12 } from './read.ts';
import { validateInterchange } from './validate.ts';
import { commonDelimiters, type OutgoingInterchange, writeX12 } from './write.ts';

const order: OutgoingInterchange = {
  delimiters: { ...commonDelimiters, lineEnd: '' },
  sender: { qualifier: 'ZZ', id: 'RETAILER' },
  receiver: { qualifier: '01', id: '049351117' },
  date: '261122',
  time: '1530',
  version: '00401',
  controlNumber: '17',
  asksForAcknowledgment: false,
  isTest: true,
  groups: [
    {
      code: 'PO',
      sender: 'RETAILER',
      receiver: 'US',
      date: '20261122',
      time: '1530',
      controlNumber: '5',
      version: '004010',
      sets: [
        {
          type: '850',
          controlNumber: '0001',
          segments: [
            ['BEG', '00', 'SA', '0004711', '', '20261120'],
            ['N1', 'ST', 'ISAAC & LISA', '92', '0004'],
            ['PO1', '1', '12', 'EA', '3.4995', '', 'UP', '012345678905', 'VN', 'WG-LTH-M'],
            ['CTT', '1'],
          ],
        },
      ],
    },
  ],
};
const codesOf = ({ findings }: Pick<ReadFile, 'findings'>): string[] => findings.map(({ code }) => code);
const { text } = writeX12(order);

describe('an order', () => {
  test('is read as it was written', () => {
    const { interchanges, findings } = readX12(text);
    expect(findings).toEqual([]);
    const [interchange] = interchanges;
    expect(text.indexOf('~')).toBe(105);
    expect(interchange?.controlNumber).toBe('000000017');
    expect(elementOf(interchange?.header, 8).trim()).toBe('049351117');
    const [set] = interchange?.groups[0]?.sets ?? [];
    expect(set?.segments.map(({ id, elements }) => [id, ...elements])).toEqual(order.groups[0]?.sets[0]?.segments);
    expect(validateInterchange(interchange!)).toEqual([]);
  });

  test.each([
    ['its end', text.replace(/IEA.*$/, ''), 'interchange_trailer_missing'],
    ['the end of its group', text.replace(/GE\*1\*5~/, ''), 'group_trailer_missing'],
    ['the end of its document', text.replace(/SE\*6\*0001~/, ''), 'set_trailer_missing'],
    ['a line', text.replace(/N1[^~]*~/, ''), 'set_count_wrong'],
    ['its group', text.replace(/GS[^~]*~/, '').replace(/GE[^~]*~/, ''), 'set_outside_group'],
    ['its beginning', text.slice(10), 'not_edi'],
    ['its last character', text.slice(0, -1), 'last_segment_unterminated'],
  ])('that lacks %s is told of', (_, broken, code) => {
    expect(codesOf(readX12(broken))).toContain(code);
  });

  test.each([
    ['SE*6*0002', 'set_control_numbers_differ', /SE\*6\*0001/],
    ['GE*2*5', 'group_count_wrong', /GE\*1\*5/],
    ['GE*1*6', 'group_control_numbers_differ', /GE\*1\*5/],
    ['IEA*1*000000018', 'interchange_control_numbers_differ', /IEA\*1\*000000017/],
  ])('with %s has the finding %s, and leading zeros are none', (wrong, code, right) => {
    expect(codesOf(readX12(text.replace(right, wrong)))).toEqual([code]);
    expect(codesOf(readX12(text.replace('IEA*1*000000017', 'IEA*01*17')))).toEqual([]);
  });

  test('with wrong elements is judged by segment and element', () => {
    const wrong = text
      .replace('*20261120', '*20261320')
      .replace('*12*EA', '*12,5*EA')
      .replace('*VN*WG-LTH-M', '*VN')
      .replace('CTT*1', 'CTT');
    const { interchanges, findings } = readX12(wrong);
    const all = [...findings, ...validateInterchange(interchanges[0]!)];
    expect(all.map(({ code, id, element }) => `${code} ${id}${element}`)).toEqual([
      'element_date BEG5',
      'element_characters PO12',
      'element_pair PO19',
      'element_missing CTT1',
    ]);
    expect(acknowledge(interchanges[0]!, all, () => '0001')[0]?.segments).toEqual([
      ['AK1', 'PO', '5'],
      ['AK2', '850', '0001'],
      ['AK3', 'BEG', '2', '', '8'],
      ['AK4', '5', '', '8'],
      ['AK3', 'PO1', '4', '', '8'],
      ['AK4', '2', '', '6'],
      ['AK4', '9', '', '2'],
      ['AK3', 'CTT', '5', '', '8'],
      ['AK4', '1', '', '1'],
      ['AK5', 'R', '5'],
      ['AK9', 'R', '1', '1', '0'],
    ]);
  });
});

describe('a file read document by document', () => {
  const sets = order.groups[0]!.sets.flatMap((set) =>
    ['0001', '0002', '0003'].map((controlNumber) => ({ ...set, controlNumber })),
  );
  const groups = ['5', '6'].map((controlNumber) => ({ ...order.groups[0]!, controlNumber, sets }));
  const file = writeX12({ ...order, groups }).text;

  test('says of any part of it what reading it whole says, and keeps the segments of one document', () =>
    fc.assert(
      fc.property(fc.nat(file.length), fc.nat(file.length), (from, length) => {
        const part = file.slice(0, from) + file.slice(from + length);
        const whole = readX12(part);
        const sets = whole.interchanges.flatMap((interchange) =>
          interchange.groups.flatMap((group) => group.sets.map((set) => ({ interchange, group, set }))),
        );
        const reading = readDocuments(part);
        const seen: unknown[] = [];
        let next = reading.next();
        for (; !next.done; next = reading.next()) {
          const { set, interchange } = next.value;
          seen.push(structuredClone(set));
          const kept = interchange.groups.flatMap((group) => group.sets.filter((each) => each.segments.length));
          expect(kept.filter((each) => each !== set)).toEqual([]);
        }
        expect(seen).toEqual(sets.map(({ set }) => set));
        for (const { set } of sets) set.segments = [];
        expect(next.value).toEqual(whole);
      }),
    ));
});

describe('files as partners send them', () => {
  const body = text.slice(106);
  const short = text.slice(0, 106).replace(/ +(?=\*)/g, '');
  test.each([
    ['with a byte order mark and blank lines', `\uFEFF\r\n  ${text.replaceAll('~', '~\r\n')}\u001A`, []],
    ['ended by line breaks', text.replaceAll('~', '\n'), []],
    ['ended by carriage returns and line feeds', text.replaceAll('~', '\r\n'), []],
    ['with a short ISA', short + body, ['interchange_header_length']],
    ['with an ISA wrapped', `${text.slice(0, 80)}\n${text.slice(80)}`, ['interchange_header_length']],
    ['with a tilde between elements', text.replaceAll('~', '\n').replaceAll('*', '~'), []],
    ['without ISA16', `${text.slice(0, 104)}~\n${body.replaceAll('~', '~\n')}`, ['component_separator_missing']],
    ['indented', text.replaceAll('~', '~\n\t'), []],
  ])('%s are read whole', (_, file, codes) => {
    const found = readX12(file);
    expect(codesOf(found)).toEqual(codes);
    const [set] = found.interchanges[0]?.groups[0]?.sets ?? [];
    expect(set?.segments.map(({ id }) => id)).toEqual(['BEG', 'N1', 'PO1', 'CTT']);
    expect(elementOf(set?.segments[1], 2)).toBe('ISAAC & LISA');
  });

  test('hold several interchanges, of which a doubled one is told', () => {
    const other = writeX12({ ...order, controlNumber: '18' }).text;
    expect(readX12(text + other).interchanges).toHaveLength(2);
    expect(codesOf(readX12(text + other))).toEqual([]);
    expect(codesOf(readX12(text + text))).toEqual(['interchange_repeated']);
  });

  test('that are something else are named', () => {
    expect(codesOf(readX12('UNB+UNOC:3+1+2+261122:1530+7'))).toEqual(['edifact']);
    expect(codesOf(readX12('Dear all,'))).toEqual(['not_edi']);
    expect(codesOf(readX12('ISA*00*only'))).toEqual(['interchange_header_broken']);
    expect(codesOf(readX12(text.replaceAll('~', '')))).toEqual(['segment_terminator_missing']);
    expect(codesOf(readX12(text, { file: 100 }))).toEqual(['too_large']);
  });
});

describe('whatever the data', () => {
  const word = fc.string({ unit: fc.constantFrom(...'ABCxyz019 .:&é-'), minLength: 1, maxLength: 12 });
  const segment = fc
    .tuple(
      fc.constantFrom('N1', 'REF', 'PO1', 'ZZ9'),
      fc.array(fc.oneof(word, fc.constant('')), { maxLength: 6 }),
      word,
    )
    .map(([id, elements, last]) => [id, ...elements, last]);
  const sets = fc.array(fc.array(segment, { maxLength: 5 }), { minLength: 1, maxLength: 3 });
  const delimiters = fc.constantFrom(
    commonDelimiters,
    { element: '|', component: '<', repetition: null, segment: '\n', lineEnd: '' as const },
    { element: '\u001D', component: '`', repetition: '^', segment: '\u001C', lineEnd: '\r\n' as const },
  );
  const interchange = fc.tuple(sets, delimiters).map(
    ([documents, each]): OutgoingInterchange => ({
      ...order,
      version: each.repetition ? '00501' : '00401',
      delimiters: each,
      groups: [
        {
          ...order.groups[0]!,
          sets: documents.map((segments, index) => ({ type: '850', controlNumber: String(index + 1000), segments })),
        },
      ],
    }),
  );

  test('writing and reading is identity', () => {
    fc.assert(
      fc.property(interchange, (sent) => {
        const { interchanges, findings } = readX12(writeX12(sent).text);
        expect(findings).toEqual([]);
        expect(interchanges[0]?.delimiters).toEqual(sent.delimiters);
        const received = interchanges[0]?.groups[0]?.sets.map(({ type, controlNumber, segments }) => ({
          type,
          controlNumber,
          segments: segments.map(({ id, elements }) => [id, ...elements]),
        }));
        expect(received).toEqual(sent.groups[0]?.sets);
      }),
    );
  });

  test('a file that is cut off anywhere has a finding', () => {
    fc.assert(
      fc.property(interchange, fc.nat(), (sent, at) => {
        const whole = writeX12({ ...sent, delimiters: { ...sent.delimiters, lineEnd: '' } }).text;
        const cut = whole.slice(0, at % whole.length);
        expect(readX12(cut).findings).not.toEqual([]);
      }),
    );
  });

  test('nothing throws, and findings are within bounds', () => {
    const noise = fc.string({ unit: fc.constantFrom(...'ISAGSTE*~>:|\n\r 01'), maxLength: 300 });
    fc.assert(
      fc.property(noise, fc.boolean(), fc.nat(text.length), (rubbish, isInside, at) => {
        const file = isInside ? text.slice(0, at) + rubbish + text.slice(at) : rubbish;
        const { interchanges, findings } = readX12(file, { findings: 20 });
        const all: InterchangeFinding[] = [...findings, ...interchanges.flatMap(validateInterchange)];
        for (const each of interchanges) acknowledge(each, all, String);
        expect(findings.length).toBeLessThanOrEqual(21);
      }),
    );
  });

  test('delimiters inside data are replaced and told', () => {
    const sets = [{ type: '850', controlNumber: '1000', segments: [['N1', 'ST', 'A*B~C\tD']] }];
    const written = writeX12({ ...order, groups: [{ ...order.groups[0]!, sets }] });
    expect(written.text).toContain('N1*ST*A B C D~');
    expect(written.replacements.map(({ from }) => from)).toEqual(['*', '~', '\t']);
    expect(readX12(written.text).findings).toEqual([]);
  });
});
