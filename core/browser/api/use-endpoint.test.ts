import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { endpoint, noContent } from '../../contracts/endpoints/endpoint.ts';
import { forgetTouched } from './use-endpoint.ts';

const deleteThing = endpoint({
  name: 'deleteThing',
  method: 'DELETE',
  path: '/v1/things/{thingID}',
  signedIn: 'test',
  summary: 'x.',
  reply: noContent,
});

/** Screens that show these paths; `read` collects the queries that are read again. */
async function shown(...cached: { path: string; params?: Record<string, string> }[]) {
  const queries = new QueryClient();
  const read: string[] = [];
  let isFirst = true;
  for (const { path, params = {} } of cached) {
    const name = [path, ...Object.values(params)].join(' ');
    const observer = new QueryObserver(queries, {
      queryKey: [name],
      queryFn: async () => {
        if (!isFirst) read.push(name);
        return name;
      },
      meta: { path, params },
      staleTime: Number.POSITIVE_INFINITY,
    });
    observer.subscribe(() => undefined);
  }
  await Promise.all(
    queries
      .getQueryCache()
      .getAll()
      .map(({ promise }) => promise),
  );
  isFirst = false;
  return { queries, read };
}

describe('what a call touched', () => {
  it('is read again, at and below the path, and nothing beside it', async () => {
    const { queries, read } = await shown(
      { path: '/v1/things' },
      { path: '/v1/things/{thingID}/parts', params: { thingID: 'a' } },
      { path: '/v1/things-to-do' },
      { path: '/v1/me' },
    );
    await forgetTouched(queries, ['/v1/things']);
    expect(read).toEqual(['/v1/things', '/v1/things/{thingID}/parts a']);
    await forgetTouched(queries, []);
    expect(read).toHaveLength(2);
  });

  it('is old, but not read again, where the call deleted it', async () => {
    const { queries, read } = await shown(
      { path: '/v1/things' },
      { path: '/v1/things/{thingID}', params: { thingID: 'gone' } },
      { path: '/v1/things/{thingID}', params: { thingID: 'kept' } },
    );
    await forgetTouched(queries, ['/v1/things'], { endpoint: deleteThing, params: { thingID: 'gone' } });
    expect(read).toEqual(['/v1/things', '/v1/things/{thingID} kept']);
    expect(queries.getQueryState(['/v1/things/{thingID} gone'])?.isInvalidated).toBe(true);
  });

  it('is read again where the call emptied what there is one of', async () => {
    const { queries, read } = await shown({ path: '/v1/cart' });
    await forgetTouched(queries, ['/v1/cart'], { endpoint: { ...deleteThing, path: '/v1/cart' }, params: {} });
    expect(read).toEqual(['/v1/cart']);
  });
});
