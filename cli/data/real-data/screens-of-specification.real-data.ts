import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { platformPlugins } from '@millwright/core/testing';
import { describe, expect, it } from 'vitest';
import { coreScreens } from '../../../core/contracts/plugins/core-screens.ts';
import { root } from '../../installation/root.ts';

// The specification is not part of the repository.
const folder = join(root, '../shared/spec');
const isHere = existsSync(join(folder, 'screens.txt'));
if (!isHere) console.warn(`Skipped: there is no specification in ${folder}`);
const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8');

/** Screens of the list, with the routes below them: `account-management (+/settle)`. */
const specified = (): string[] => {
  const names = textOf('screens.txt').split('\n').filter(Boolean);
  const below = ['commerce.txt', 'operations.txt'].flatMap((document) =>
    [...textOf(document).matchAll(/([a-z-]+) \((?:\+|with )(\/[a-z-]+(?:, \/[a-z-]+)*)\)/g)].flatMap(
      ([, screen, routes = '']) => routes.split(', ').map((route) => `${screen}${route}`),
    ),
  );
  return [...names, ...below];
};

describe.skipIf(!isHere)('the specification', () => {
  const paths = new Set<string>(coreScreens.map(({ path }) => path));

  it('names no screen that is not there under its own address', async () => {
    for (const { screens = [] } of await platformPlugins())
      for (const { path, alsoAt = [] } of screens) for (const each of [path, ...alsoAt]) paths.add(each);
    expect(specified().length).toBeGreaterThan(60);
    expect(specified()).toContain('account-management/settle');
    expect(specified().filter((name) => !paths.has(`/dashboard/${name}`))).toEqual([]);
  });
});
