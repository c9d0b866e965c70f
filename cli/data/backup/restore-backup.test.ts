import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { drained } from './restore-backup.ts';

describe('waiting for a slow table', () => {
  it('leaves no listener behind, however often it waits', async () => {
    const stream = new Writable({ highWaterMark: 1, write: (_chunk, _encoding, done) => setImmediate(done) });
    for (let piece = 0; piece < 30; piece++) if (!stream.write('row')) await drained(stream);
    expect([stream.listenerCount('drain'), stream.listenerCount('close'), stream.listenerCount('error')]).toEqual([
      0, 0, 0,
    ]);
  });

  it('ends where the stream is closed', async () => {
    const stream = new Writable({ highWaterMark: 1, write: () => {} });
    stream.write('row');
    const waiting = drained(stream);
    stream.destroy();
    await expect(waiting).resolves.toBeUndefined();
  });
});
