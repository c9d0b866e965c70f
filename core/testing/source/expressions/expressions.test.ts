import { expect, it } from 'vitest';
import { expressionFaults } from './expressions.ts';

const faultsOf = async (text: string, path = 'core/files/any.ts', safe = new Set<string>()) =>
  (await expressionFaults([{ path, read: () => text }], safe)).faults;

it('finds expressions whose time grows faster than the text, wherever they stand', async () => {
  expect(await faultsOf('export const isName = (text: string) => /^(\\w+ ?)+$/.test(text);')).toEqual([
    expect.stringContaining('core/files/any.ts: /^(\\w+ ?)+$/ is exponential'),
  ]);
  expect(await faultsOf('const Tag = () => <b title={x.replace(/\\s+$/g, "")} />;', 'shell/any.tsx')).toEqual([
    expect.stringContaining('polynomial'),
  ]);
  expect(await faultsOf("const made = new RegExp('^' + name); const called = RegExp('a');")).toEqual([
    expect.stringContaining('makes an expression of a text'),
  ]);
});

it('lets pass what is linear, what was judged before and what only tests read', async () => {
  const safe = new Set(['/^(a+)+$/']);
  expect(await faultsOf('const a = /^[a-z]+$/; const b = /^(a+)+$/;', 'core/any.ts', safe)).toEqual([]);
  expect([...safe]).toContain('/^[a-z]+$/');
  expect(await faultsOf('const a = /^(b+)+$/;', 'core/any.test.ts')).toEqual([]);
});
