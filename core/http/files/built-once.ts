import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { type PackedText, packedText } from './packed-answer.ts';

/**
 * Texts that do not change while the process runs. They are built on the first request for any of them, and compressed
 * once.
 */
export function builtOnce<Name extends string>(build: () => Record<Name, string>) {
  let built: Record<Name, string> | undefined;
  const kept = new Map<string, Promise<PackedText & { etag: string }>>();
  const keep = (name: Name, accept: string): Promise<PackedText & { etag: string }> => {
    const encoding = ['br', 'gzip'].find((each) => accept.includes(each)) ?? '';
    const key = `${name} ${encoding}`;
    const known = kept.get(key);
    if (known) return known;
    built ??= build();
    const text = built[name];
    const hash = createHash('sha256').update(text).digest('base64url').slice(0, 16);
    const made = packedText(text, encoding, 9).then((packed) => ({ ...packed, etag: `"${hash}-${encoding}"` }));
    kept.set(key, made);
    return made;
  };
  return {
    async send(c: Context, name: Name, headers: Record<string, string>): Promise<Response> {
      const { body, etag, headers: packed } = await keep(name, c.req.header('accept-encoding') ?? '');
      const all = { ...headers, ...packed, etag, 'cache-control': 'no-cache' };
      if (c.req.header('if-none-match') === etag) return c.body(null, 304, all);
      return c.body(body, 200, all);
    },
  };
}
