import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { namesImported, usedExports } from './used-exports.ts';

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

test('finds what the shell itself uses', () => {
  const root = resolve(import.meta.dirname, '../..');
  expect(usedExports(root, ['shell/*.tsx'], 'react-router')).toEqual(
    expect.arrayContaining(['Link', 'createBrowserRouter', 'Outlet']),
  );
});
