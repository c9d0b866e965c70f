import { createServer, type Server, type Socket } from 'node:net';

/** A mail received by the test server. */
export interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and body as received. */
  source: string;
}

/**
 * A mail server for tests that keeps received mails. It refuses addresses that begin with `nobody`, and everything
 * while `isDown`.
 */
export async function startSmtpServer() {
  const mails: ReceivedMail[] = [];
  const state = { isDown: false };
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    let mail: ReceivedMail = { from: '', to: [], source: '' };
    let isData = false;
    let rest = '';
    const say = (line: string): boolean => socket.write(`${line}\r\n`);
    const take = (line: string): unknown => {
      if (isData) {
        if (line !== '.') {
          mail.source += `${line}\r\n`;
          return undefined;
        }
        isData = false;
        mails.push(mail);
        return say('250 taken');
      }
      const verb = line.slice(0, 4).toUpperCase();
      const address = /<([^>]*)>/.exec(line)?.[1] ?? '';
      if (state.isDown) return say('451 try later');
      if (verb === 'EHLO' || verb === 'HELO') return say('250 test');
      if (verb === 'MAIL') {
        mail = { from: address, to: [], source: '' };
        return say('250 ok');
      }
      if (verb === 'RCPT') {
        if (address.startsWith('nobody')) return say('550 no such mailbox');
        mail.to.push(address);
        return say('250 ok');
      }
      if (verb === 'DATA') {
        isData = true;
        return say('354 go on');
      }
      if (verb === 'QUIT') return socket.end('221 bye\r\n');
      return say('250 ok');
    };
    socket.on('data', (bytes) => {
      const lines = `${rest}${bytes.toString('utf8')}`.split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) take(line);
    });
    say('220 test');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    mails,
    state,
    close: async (): Promise<void> => {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
