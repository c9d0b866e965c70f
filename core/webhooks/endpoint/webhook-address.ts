import { isIP } from 'node:net';
import { webhookProblems } from '../../contracts/work/webhook.contract.ts';
import type { Networks } from '../../kernel/outgoing/network.ts';
import { type AskNames, askSystem, decideOutgoing } from '../../kernel/outgoing/outgoing.ts';

const refused = () => {
  const { message } = webhookProblems.webhook_address();
  return webhookProblems.webhook_address({ errors: [{ path: 'url', message }] });
};

const addressesOf = (host: string, names: AskNames): Promise<string[]> =>
  new Promise((resolve) =>
    names(host, { all: true }, (error, found) => resolve(error ? [] : found.map(({ address }) => address))),
  );

/**
 * Checks the address of an endpoint: https, without a name or password in it, and only public addresses behind its host
 * name. `named`: internal networks that the operator permits, also over http. Every later call checks again.
 * @returns the address as it is stored
 * @throws Problem 400 `webhook_address`
 */
export async function checkWebhookAddress(text: string, named: Networks, names: AskNames = askSystem): Promise<string> {
  const url = URL.parse(text);
  const isSafe = url?.protocol === 'https:';
  if (!url || (!isSafe && url.protocol !== 'http:') || url.username || url.password || url.hash) throw refused();
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const addresses = isIP(host) ? [host] : await addressesOf(host, names);
  if (!addresses.length || addresses.some((address) => decideOutgoing(address, { isSafe, named }) !== 'allow'))
    throw refused();
  return url.href;
}
