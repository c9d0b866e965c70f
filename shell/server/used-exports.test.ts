import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { filesBehind, membersUsed, namesImported, usedExports, usedMembers } from './used-exports.ts';

test('reads the values that a source imports, whatever the form', () => {
  const source = `
    import { Button, type ButtonProps, Menu as Dropdown } from '@mantine/core';
    import{a as b,createElement}from"@mantine/core";
    export { Badge } from '@mantine/core';
    import theme, {
      // a reason
      Modal,
    } from '@mantine/core';
    import { Other } from '@mantine/hooks';
    import '@mantine/core/styles.css';
  `;
  expect(namesImported(source, '@mantine/core')).toEqual(['Button', 'Menu', 'a', 'createElement', 'Badge', 'Modal']);
  expect(namesImported(source, '@mantine/hooks')).toEqual(['Other']);
  expect(namesImported(source, 'react')).toEqual([]);
});

test('who takes the whole library gets the whole library', () => {
  expect(namesImported("import * as M from '@mantine/core';", '@mantine/core')).toBeNull();
  expect(namesImported("export * from '@mantine/core';", '@mantine/core')).toBeNull();
});

test('reads the members of an object that are used as values, not as types', () => {
  const source = `
    const row = z.strictObject({ name: z.string().min(1), kind: z . enum(['a', 'z']), at: z
      .iso.date() });
    const own = z.custom<Map<string, number>>((value) => value instanceof Map);
    type Row = z.output<typeof row>;
    type Loose<S extends z.ZodObject<z.core.$ZodLooseShape>> = Record<string, z.input<S>>;
    const judge: z.core.CheckFn<string> = () => {};
    const fail = () => z.NEVER;
    const hasDefault = row instanceof z.ZodDefault ? 1 : 0;
    fuzz.string();
  `;
  expect(membersUsed(source, 'z')).toEqual(['strictObject', 'string', 'enum', 'iso', 'custom', 'NEVER', 'ZodDefault']);
  expect(membersUsed('const { object } = z;', 'z')).toBeNull();
  expect(membersUsed('describe(z)', 'z')).toBeNull();
});

test('only files that import the object count', () => {
  const root = resolve(import.meta.dirname, '../..');
  const used = usedMembers(root, ['core/contracts/**/*.ts', 'shell/server/*.ts'], 'zod', 'z');
  expect(used).toEqual(expect.arrayContaining(['enum', 'iso', 'strictObject', 'string']));
  expect(used).not.toContain('custom');
});

test('walks from names of a library to the files behind them', () => {
  const mantine = resolve(import.meta.dirname, '../../node_modules/@mantine/core/esm');
  const files = filesBehind(resolve(mantine, 'index.mjs'), ['Menu', 'RemoveScroll'])?.map((file) =>
    file.slice(mantine.length),
  );
  expect(files).toEqual(
    expect.arrayContaining([
      '/components/Menu/Menu.mjs',
      '/components/Menu/MenuItem/MenuItem.mjs',
      '/core/Box/Box.mjs',
    ]),
  );
  expect(files?.filter((file) => file.includes('Splitter'))).toEqual([]);
  expect(filesBehind(resolve(mantine, 'index.mjs'), ['Menu', 'NoSuchComponent'])).toBeNull();
});

test('finds what the shell itself uses', () => {
  const root = resolve(import.meta.dirname, '../..');
  expect(usedExports(root, ['shell/**/*.tsx'], 'react-router')).toEqual(
    expect.arrayContaining(['Link', 'createBrowserRouter', 'Outlet']),
  );
});
