import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { waysOutOf } from './outgoing-sources.ts';

const root = resolve(import.meta.dirname, '../../../..');

/** Sources that connect to other machines, with the reason why the address does not come from people of an account. */
const adapters: Readonly<Record<string, string>> = {
  'core/kernel/outgoing/guarded-fetch.ts': 'looks at every address before it asks',
  'core/kernel/outgoing/guarded-socket.ts': 'looks at every address before it connects',
  'core/files/scanning/file-scanner.ts': 'the scanner of the operator',
  'core/mail/sending/mail-transport.ts': 'the mail server of the operator',
  'plugins/commerce/server/billing/card-payment/provider/card-provider.ts': 'api.stripe.com',
  'plugins/commerce/server/fulfilment/carrier-service/providers/provider-client.ts': 'fixed addresses of carriers',
  'plugins/edi/server/connection/sftp-transport.ts': 'speaks over a socket of guardedSocket',
  'cli/operations/doctor/check-running.ts': 'the own server of whoever types the command',
  'cli/operations/profile/api-session.ts': 'the server that whoever types the command has named',
  'cli/commands/installation/server.command.ts': 'the own server of whoever types the command',
  'cli/drills/demo-work.ts': 'the server of a drill',
  'core/http/load/station-worker.ts': 'runs in the browser of a station',
};

const isOfServer = (path: string): boolean =>
  !/\.(test|matrix|fuzz|e2e|soak|night|real-data|bench)\.tsx?$|-fixture\.tsx?$/.test(path) &&
  !/\/(testing|e2e|bench|browser|mutants)\//.test(path);

describe('waysOutOf', () => {
  it.each([
    ["import { connect } from 'node:net';", ['net']],
    ["import net from 'net';", ['net']],
    ["import * as tls from 'node:tls';", ['tls']],
    ["import { createServer, request as ask } from 'node:http';", ['http']],
    ["const { Agent } = await import('node:https');", ['https']],
    ["const ssh = require('ssh2');", ['ssh2']],
    ["const net = process.getBuiltinModule('net');", ['net']],
    ["export { connect } from 'node:http2';", ['http2']],
    ["const { default: Client } = await import('ssh2-sftp-client');", ['ssh2-sftp-client']],
    ["import { createTransport } from 'nodemailer';", ['nodemailer']],
    ['const answer = await fetch(typed);', ['fetch']],
    ['this.#fetch = options.fetch ?? fetch;', ['fetch']],
    ['ask(globalThis.fetch);', ['globalThis.fetch']],
    ['new WebSocket(typed);', ['WebSocket']],
  ])('sees a socket that is opened beside: %s', (source, ways) => expect(waysOutOf(source)).toEqual(ways));

  it('lets addresses be compared, servers listen, and words be words', () => {
    const source = `import { BlockList, isIP, type Socket } from 'node:net';
      import type { Server } from 'node:http';
      import { createServer } from 'node:http';
      // Nobody may fetch( here.
      /* import { connect } from 'node:net'; */
      const site = { fetch: (request: Request) => api.fetch(request), mode: 'fetch' };
      function take(fetch?: typeof fetch): void { this.#fetch(1); }`;
    expect(waysOutOf(source)).toEqual([]);
  });
});

it('nothing of the server speaks to other machines but by guardedFetch, guardedSocket and listed adapters', () => {
  const files = globSync('{core/**,plugins/*/{contracts,server,cli}/**,cli/**}/*.{ts,tsx}', {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === 'dist',
  })
    .map((path) => path.replaceAll('\\', '/'))
    .filter(isOfServer);
  expect(files.length).toBeGreaterThan(1_000);
  const speaking = files.filter((path) => waysOutOf(readFileSync(resolve(root, path), 'utf8')).length > 0);
  expect(speaking.filter((path) => !adapters[path])).toEqual([]);
  // An outdated entry would hide a new connection in the same file.
  expect(Object.keys(adapters).filter((path) => !speaking.includes(path))).toEqual([]);
});
