import { cleanup, render } from 'ink-testing-library';
import { createElement } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { until } from '../../testing/calls/until.ts';
import { Confirm } from './confirm.tsx';
import { ErrorTable } from './error-table.tsx';
import { Progress } from './progress.tsx';
import { Table } from './table.tsx';

afterEach(cleanup);

const rows = Array.from({ length: 30 }, (_, index) => ({ number: 1_000 + index, name: `Customer ${index}` }));
const columns = [
  { title: 'Number', value: (row: (typeof rows)[0]) => row.number },
  { title: 'Name', value: (row: (typeof rows)[0]) => row.name },
];

describe('Table', () => {
  it('shows the first rows and how many more there are', () => {
    const { lastFrame } = render(createElement(Table<(typeof rows)[0]>, { columns, rows, limit: 2 }));
    expect(lastFrame()?.split('\n')).toEqual([
      'Number  Name',
      '  1000  Customer 0',
      '  1001  Customer 1',
      '... and 28 more',
    ]);
  });

  it('keeps every line inside the width', () => {
    const { lastFrame } = render(
      createElement(Table<(typeof rows)[0]>, { columns, rows: [{ number: 1, name: 'x'.repeat(200) }], width: 40 }),
    );
    for (const line of lastFrame()?.split('\n') ?? []) expect(line.length).toBeLessThanOrEqual(40);
  });
});

describe('ErrorTable', () => {
  it('counts, and shows values only where there are some', () => {
    const plain = render(createElement(ErrorTable, { errors: [{ place: 'row 2', message: 'SKU is taken' }] }));
    expect(plain.lastFrame()).toContain('1 error\n');
    expect(plain.lastFrame()).not.toContain('Value');
    const errors = Array.from({ length: 1_200 }, (_, row) => ({
      place: `row ${row}`,
      message: 'no number',
      value: 'abc',
    }));
    const many = render(createElement(ErrorTable, { errors, limit: 5 }));
    expect(many.lastFrame()).toContain('1,200 errors');
    expect(many.lastFrame()).toContain('Value');
    expect(many.lastFrame()).toContain('... and 1195 more');
  });
});

describe('Progress', () => {
  const base = { label: 'Importing', unit: 'rows', elapsedMilliseconds: 1_000 };

  it('draws a bar with rate and time left', () => {
    const { lastFrame, rerender } = render(createElement(Progress, { state: { ...base, done: 500, total: 2_000 } }));
    expect(lastFrame()).toBe(`Importing ${'█'.repeat(6)}${'░'.repeat(18)} 25 %  500 rows  500 rows/s  0:03 left`);
    rerender(createElement(Progress, { state: { ...base, done: 2_000, total: 2_000 } }));
    expect(lastFrame()).toBe(`Importing ${'█'.repeat(24)} 100 %  2,000 rows  2,000 rows/s`);
  });

  it('draws none where nobody knows how much there is', () => {
    const { lastFrame } = render(createElement(Progress, { state: { ...base, done: 500 } }));
    expect(lastFrame()).toBe('Importing 500 rows  500 rows/s');
  });
});

describe('Confirm', () => {
  const asked = () => {
    const onAnswer = vi.fn();
    return { onAnswer, ...render(createElement(Confirm, { question: 'Replace 12 rows?', onAnswer })) };
  };

  it.each([
    ['y', true],
    ['n', false],
    ['\r', false],
  ])('takes %j as %s', async (key, isAgreed) => {
    const { onAnswer, stdin, lastFrame } = asked();
    expect(lastFrame()).toContain('Replace 12 rows? y/N');
    // Ink listens only after its effects have run.
    await until('Its effects', () => stdin.listenerCount('readable') > 0);
    stdin.write(key);
    await expect.poll(() => onAnswer.mock.calls).toEqual([[isAgreed]]);
    await expect.poll(lastFrame).toBe(`Replace 12 rows? ${isAgreed ? 'yes' : 'no'}`);
  });

  it('waits for an answer it understands', async () => {
    const { onAnswer, stdin } = asked();
    await until('Its effects', () => stdin.listenerCount('readable') > 0);
    stdin.write('x');
    stdin.write('y');
    await expect.poll(() => onAnswer.mock.calls).toEqual([[true]]);
  });
});
