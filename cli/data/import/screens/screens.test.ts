import type { ImportColumn, ImportField } from '@millwright/core/contracts';
import { cleanup } from 'ink-testing-library';
import { createElement } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { press, show } from '../../../testing/screen.ts';
import type { CellMessage } from '../import-cells.ts';
import { EffectForm } from './effect.screen.tsx';
import { ErrorsForm, type WrongCells } from './errors.screen.tsx';
import { MappingForm } from './mapping.screen.tsx';
import { OptionsForm } from './options.screen.tsx';

afterEach(cleanup);

const keys = {
  up: '\u001b[A',
  down: '\u001b[B',
  right: '\u001b[C',
  left: '\u001b[D',
  enter: '\r',
  backspace: '\u007f',
};

const field = (name: string, label: string, isRequired = false): ImportField => ({
  name,
  label,
  isRequired,
  kind: 'text',
  takesDefault: true,
  synonyms: [],
  choices: [],
  reference: null,
  description: '',
  example: '',
});
const fields = [field('sku', 'SKU', true), field('price', 'Unit price'), field('notes', 'Notes')];
const column = (index: number, heading: string, of: string | null, samples: string[]): ImportColumn => ({
  index,
  heading,
  field: of,
  matchedBy: of === null ? null : 'synonym',
  samples,
  filled: 3,
});

describe('the mapping', () => {
  const columns = [column(0, 'Part', 'sku', ['G-1', 'G-2']), column(2, 'Remark', null, ['new'])];
  const showMapping = async () => {
    const onDone = vi.fn();
    return { onDone, ...(await show(createElement(MappingForm, { columns, fields, onDone }))) };
  };

  it('shows columns with samples, the field of each, and what is required', async () => {
    const frame = (await showMapping()).lastFrame() ?? '';
    expect(frame).toMatch(/❯ Part\s+SKU \*\s+known by another name\s+G-1 \| G-2/);
    expect(frame).toMatch(/ {2}Remark\s+not imported\s+new/);
  });

  it('changes fields with arrows and letters, each field for one column only, and answers what differs', async () => {
    const { stdin, lastFrame, onDone } = await showMapping();
    await press(stdin, keys.down, keys.right);
    expect(lastFrame()).toMatch(/❯ Remark\s+Unit price/);
    await press(stdin, 'n');
    expect(lastFrame()).toMatch(/❯ Remark\s+Notes\s+chosen/);
    await press(stdin, 's');
    expect(lastFrame()).toMatch(/❯ Remark\s+Notes/);
    await press(stdin, keys.enter);
    expect(onDone.mock.calls).toEqual([[{ columns: [{ index: 2, field: 'notes' }] }]]);
  });

  it('goes on only when what looks like money fills a field or is left out with a key of its own', async () => {
    const onDone = vi.fn();
    const freight = { ...column(3, 'Freight\u009b31m', null, ['5']), isUnconfirmed: true };
    const { stdin, lastFrame } = await show(
      createElement(MappingForm, { columns: [columns[0]!, freight], fields, onDone }),
    );
    expect(lastFrame()).toMatch(/Freight 31m: give a field, or leave out with Backspace/);
    expect(lastFrame()).not.toContain('\u009b');
    await press(stdin, keys.enter);
    expect(onDone).not.toHaveBeenCalled();
    await press(stdin, keys.down, keys.backspace, keys.enter);
    expect(onDone.mock.calls).toEqual([[{ columns: [{ index: 3, field: null }] }]]);
  });

  it('says which required field no column fills', async () => {
    const { stdin, lastFrame, onDone } = await showMapping();
    await press(stdin, keys.backspace);
    expect(lastFrame()).toContain('No column fills SKU, which every row needs');
    await press(stdin, keys.enter);
    expect(onDone.mock.calls).toEqual([[{ columns: [{ index: 0, field: null }] }]]);
  });
});

describe('the options', () => {
  it('change what happens to records that exist, and to references that do not', async () => {
    const onDone = vi.fn();
    const { stdin, lastFrame } = await show(
      createElement(OptionsForm, {
        hasLines: false,
        options: { onExisting: 'update', createReferences: [] },
        creatable: [{ name: 'line', label: 'Product line' }],
        onDone,
      }),
    );
    await press(stdin, ' ', keys.down, keys.right);
    expect(lastFrame()).toMatch(/Records that exist\s+skip\s+❯ Missing Product line\s+create/);
    await press(stdin, keys.enter);
    expect(onDone.mock.calls).toEqual([[{ onExisting: 'skip', createReferences: ['line'] }]]);
  });
});

describe('the errors', () => {
  const wrong: CellMessage[] = [
    { row: 2, column: 'List price', field: 'price', value: 'abc', message: '"abc" is not a number' },
    { row: 7, column: '', field: '', value: '', message: 'This line has 3 cells, the headings have 5' },
  ];
  const showErrors = async (correct: (cell: CellMessage, value: string) => Promise<WrongCells>) => {
    const [onDone, leaveOut] = [vi.fn(), vi.fn(async () => ({ cells: [], rowCount: 0 }))];
    const first = { cells: wrong, rowCount: 2 };
    const screen = createElement(ErrorsForm, { first, correct, leaveOut, onDone });
    return { onDone, leaveOut, ...(await show(screen)) };
  };

  it('are corrected in place or left out, until none is left', async () => {
    const correct = vi.fn(async () => ({ cells: wrong.slice(1), rowCount: 1 }));
    const { stdin, lastFrame, onDone, leaveOut } = await showErrors(correct);
    expect(lastFrame()).toMatch(/2 rows have errors[\s\S]*❯ +2 +List price +abc +"abc" is not a number/);
    await press(stdin, keys.enter);
    expect(lastFrame()).toContain('Row 2, List price: abc');
    await press(stdin, keys.backspace, keys.backspace, keys.backspace, '9.5', keys.enter);
    expect(lastFrame()).toContain('1 row has errors');
    expect(correct.mock.calls).toEqual([[wrong[0], '9.5']]);
    // An error of a whole row has no cell to correct.
    await press(stdin, keys.enter);
    expect(lastFrame()).toContain('x leaves its row out');
    await press(stdin, 'x');
    expect(onDone.mock.calls).toEqual([['checked']]);
    expect(leaveOut.mock.calls).toEqual([[wrong[1]]]);
  });

  it('stay where the server refuses the correction, and can be skipped together', async () => {
    const { stdin, lastFrame, onDone } = await showErrors(() => Promise.reject(new Error('The server is busy')));
    await press(stdin, keys.enter, keys.enter);
    expect(lastFrame()).toContain('The server is busy');
    expect(lastFrame()).toContain('2 rows have errors');
    await press(stdin, 's');
    expect(onDone.mock.calls).toEqual([['skip']]);
  });
});

describe('the effect', () => {
  const showEffect = async () => {
    const onDone = vi.fn();
    const screen = createElement(EffectForm, {
      effect: '12 rows: 10 created, 2 updated',
      examples: [
        {
          row: 3,
          label: 'G-1',
          effect: 'update' as const,
          changes: [{ field: 'price', label: 'Unit price', from: '1.50', to: '1.75' }],
        },
      ],
      warnings: ['The column "Colour" is not imported'],
      cellWarnings: [],
      onDone,
    });
    return { onDone, ...(await show(screen)) };
  };

  it('is shown before and after, with the warnings', async () => {
    const frame = (await showEffect()).lastFrame();
    expect(frame).toContain('12 rows: 10 created, 2 updated');
    expect(frame).toContain('update G-1 (row 3)\n    Unit price: 1.50 -> 1.75');
    expect(frame).toContain('The column "Colour" is not imported');
  });

  it('is written only for y: Enter means no', async () => {
    for (const [key, answer] of [
      [keys.enter, 'no'],
      ['n', 'no'],
      ['m', 'mapping'],
      ['y', 'import'],
    ] as const) {
      const { stdin, onDone, unmount } = await showEffect();
      await press(stdin, key);
      expect(onDone.mock.calls).toEqual([[answer]]);
      unmount();
    }
  });
});
