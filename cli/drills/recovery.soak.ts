import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CliWorkplace, openWorkplace } from '../testing/workplace.ts';

let place: CliWorkplace;

beforeAll(() => {
  place = openWorkplace({ MILLWRIGHT_SECRET: 'a secret of tests of recovery alone' });
  place.env['MILLWRIGHT_WAL_ARCHIVE'] = join(place.folder, 'archive');
});
afterAll(() => place.clear());

it('is as it was at a moment, after the machine was lost', async () => {
  const json = async <T>(...args: string[]): Promise<T> => {
    const done = await place.call([...args, '--yes', '--json']);
    expect(done.exitCode, done.stderr).toBe(0);
    return done.json<T>();
  };
  const slugs = async () => {
    const { items } = await json<{ items: { slug: string }[] }>('account', 'list');
    return items.map(({ slug }) => slug).sort();
  };
  await json('migrate');
  await json('account', 'create', 'First Gloves', '--slug', 'first');
  await json('recovery', 'base', '--keep', '2');
  await json('account', 'create', 'Second Gloves', '--slug', 'second');
  const moment = new Date().toISOString();
  await json('account', 'create', 'Third Gloves', '--slug', 'third');
  expect(await slugs()).toEqual(['first', 'second', 'third']);

  await json('reset');
  expect((await place.call(['recovery', 'restore', '--to', 'yesterday', '--yes', '--json'])).exitCode).toBe(2);
  await json('recovery', 'restore', '--to', moment);
  expect(await slugs()).toEqual(['first', 'second']);
  await json('account', 'create', 'Fourth Gloves', '--slug', 'fourth');
  expect(await slugs()).toEqual(['first', 'fourth', 'second']);
});
