import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** What the stand-in takes for a virus. */
export const infectedText = 'this text is infected';

/** The chunks of a complete INSTREAM; undefined while more has to come. */
function contentOf(received: Buffer): Buffer | undefined {
  const command = 'zINSTREAM\0';
  if (received.subarray(0, command.length).toString() !== command) return undefined;
  const parts: Buffer[] = [];
  for (let at = command.length; at + 4 <= received.length; ) {
    const length = received.readUInt32BE(at);
    if (length === 0) return Buffer.concat(parts);
    if (at + 4 + length > received.length) return undefined;
    parts.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}

/** A clamd for tests, which finds `Test-Signature` in files with `infectedText`. */
export async function startClamd() {
  /** `refuses`: closes the connection; `silent`: says nothing; `full`: finds every file too long. */
  const state = { mood: 'well' as 'well' | 'refuses' | 'silent' | 'full' };
  const scanned: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    if (state.mood === 'refuses') return void socket.destroy();
    let received = Buffer.alloc(0);
    socket.on('data', (part) => {
      received = Buffer.concat([received, part]);
      const content = contentOf(received);
      if (!content || state.mood === 'silent') return;
      scanned.push(content);
      const verdict =
        state.mood === 'full'
          ? 'INSTREAM size limit exceeded. ERROR'
          : `stream: ${content.includes(infectedText) ? 'Test-Signature FOUND' : 'OK'}`;
      socket.end(`${verdict}\0`);
    });
    return undefined;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    state,
    scanned,
    address: { host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
