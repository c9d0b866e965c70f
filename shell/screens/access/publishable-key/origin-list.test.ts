import { describe, expect, it } from 'vitest';
import { originList, originOf } from './origin-list.ts';

describe('sites as people write them', () => {
  it.each([
    ['https://www.example.com/', 'https://www.example.com'],
    ['https://www.example.com/shop?x=1#top', 'https://www.example.com'],
    ['HTTPS://WWW.Example.com:443', 'https://www.example.com'],
    ['http://localhost:3000/', 'http://localhost:3000'],
    ['www.example.com', 'https://www.example.com'],
    ['https://müller.example', 'https://xn--mller-kva.example'],
  ])('%s becomes %s', (text, origin) => expect(originOf(text)).toBe(origin));

  it('one a line, blank lines left out', () => {
    expect(originList.parse(' https://a.test \n\n b.test/x ')).toEqual(['https://a.test', 'https://b.test']);
  });

  it.each(['', 'https://*.example.com', 'https://', 'ftp://example.com', 'not a site'])('"%s" is refused', (text) => {
    const parsed = originList.safeParse(text);
    expect(parsed.success).toBe(false);
    expect(parsed.error?.issues[0]?.path).toEqual([]);
    expect(parsed.error?.issues[0]?.message).toMatch(/site/);
  });
});
