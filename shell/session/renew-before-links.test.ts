import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../core/contracts/client.ts';
import { renewBeforeLinks } from './renew-before-links.ts';

const origin = 'https://northfield.example';
let page: EventTarget;

beforeEach(() => {
  page = new EventTarget();
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', { origin });
  vi.stubGlobal('Element', Link);
  return () => void vi.unstubAllGlobals();
});

/** A link as far as following it goes; the page hears its clicks only while it is in the page. */
class Link {
  readonly origin: string;
  readonly pathname: string;
  isConnected = true;
  followed = 0;

  constructor(href: string) {
    const url = new URL(href, origin);
    this.origin = url.origin;
    this.pathname = url.pathname;
  }

  closest(): this {
    return this;
  }

  click(button = 0): void {
    const event = Object.assign(new Event('click', { cancelable: true }), { button });
    Object.defineProperty(event, 'target', { value: this });
    if (this.isConnected) page.dispatchEvent(event);
    if (!event.defaultPrevented) this.followed += 1;
  }
}

const refusal = (code: string) => new ApiError({ message: 'Refused', code, status: 401 });

/** Begins to renew before links; each renewal ends as the test says. */
function renewals() {
  const open: PromiseWithResolvers<void>[] = [];
  renewBeforeLinks(() => {
    const renewal = Promise.withResolvers<void>();
    open.push(renewal);
    return renewal.promise;
  });
  return open;
}

/** Lets what waits for a renewal go on. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('follows a link to the API once the session is renewed, each time that it is clicked', async () => {
  const open = renewals();
  const link = new Link('/api/v1/invoices?format=csv');
  for (const times of [1, 2]) {
    link.click();
    expect(link.followed).toBe(times - 1);
    open.at(-1)?.resolve();
    await settled();
    expect(link.followed).toBe(times);
    expect(open).toHaveLength(times);
  }
});

it('leaves all other clicks alone', () => {
  const open = renewals();
  for (const href of ['/dashboard/invoices', 'https://elsewhere.example/api/v1/invoices']) {
    const link = new Link(href);
    link.click();
    expect(link.followed).toBe(1);
  }
  const link = new Link('/api/v1/invoices?format=csv');
  link.click(1);
  expect(link.followed).toBe(1);
  expect(open).toHaveLength(0);
});

it('leaves a click alone that the page has answered itself', () => {
  page.addEventListener('click', (event) => event.preventDefault());
  const open = renewals();
  new Link('/api/v1/invoices?format=csv').click();
  expect(open).toHaveLength(0);
});

it('follows the link anyway where renewing fails, for those that need no session', async () => {
  const open = renewals();
  for (const failure of [refusal('session_ended'), new Error('The network is lost')]) {
    const link = new Link('/api/v1/invoices/inv_1/pdf');
    link.click();
    open.at(-1)?.reject(failure);
    await settled();
    expect(link.followed).toBe(1);
  }
  expect(open).toHaveLength(2);
});

it('follows no link for a person who is signing out', async () => {
  const open = renewals();
  const link = new Link('/api/v1/invoices/inv_1/pdf');
  link.click();
  open[0]?.reject(refusal('signed_out'));
  await settled();
  expect(link.followed).toBe(0);
});

it('follows a link that has left the page meanwhile, and renews before it again once it is back', async () => {
  const open = renewals();
  const link = new Link('/api/v1/invoices?format=csv');
  link.click();
  link.isConnected = false;
  open[0]?.resolve();
  await settled();
  expect(link.followed).toBe(1);
  link.isConnected = true;
  link.click();
  expect(link.followed).toBe(1);
  expect(open).toHaveLength(2);
});
