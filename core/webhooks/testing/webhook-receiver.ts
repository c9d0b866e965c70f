import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call that a receiver has got. */
export interface ReceivedWebhook {
  headers: IncomingHttpHeaders;
  body: string;
}

/** Answers a call; one that never ends the answer is silent. */
export type AnswerWebhook = (answer: ServerResponse, received: ReceivedWebhook, at: number) => void;

/** A receiver of webhooks on this machine. It can be killed and opened again at the same address. */
export async function openReceiver(answer: AnswerWebhook = (each) => void each.writeHead(204).end()) {
  const received: ReceivedWebhook[] = [];
  let answering = answer;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const each = { headers: request.headers, body: Buffer.concat(parts).toString('utf8') };
      received.push(each);
      answering(response, each, received.length);
    });
  });
  const listen = (port: number): Promise<void> => new Promise((done) => server.listen(port, '127.0.0.1', done));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const kill = (): Promise<void> =>
    new Promise((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    /** Values of `webhook-id`, in the order of the calls. */
    ids: (): string[] => received.map(({ headers }) => String(headers['webhook-id'])),
    answerWith(next: AnswerWebhook): void {
      answering = next;
    },
    kill,
    reopen: (): Promise<void> => listen(port),
  };
}
export type WebhookReceiver = Awaited<ReturnType<typeof openReceiver>>;
