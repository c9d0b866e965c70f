import { demoPassword } from '@millwright/core/kernel';
import { expect } from 'vitest';

type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>;

interface Found {
  id: string;
}

/** Signs somebody of the demo in, by default the administrator; answers what calls the API as them. */
export async function signInAtDemo(url: string, identifier = 'admin@demo.test'): Promise<Call> {
  const signedIn = await fetch(`${url}/api/auth/actions/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier, password: demoPassword }),
  });
  expect(signedIn.status, await signedIn.clone().text()).toBe(200);
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return async <T>(method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', cookie },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    expect(answer.ok, `${method} ${path}: ${answer.status} ${text.slice(0, 500)}`).toBe(true);
    return (text ? JSON.parse(text) : undefined) as T;
  };
}

/** One round of what clerks write: goods come in, an order is taken. Answers the order. */
export async function workOnce(ask: Call): Promise<Found> {
  const first = async (path: string) => (await ask<{ items: Found[] }>('GET', `${path}?take=1`)).items[0] as Found;
  const [product, customer] = [await first('/v1/products'), await first('/v1/customers')];
  await ask('POST', '/v1/inventory-receipts', { itemID: product.id, quantity: 5, unitCost: 2 });
  return ask('POST', '/v1/sales-orders', {
    customerID: customer.id,
    lines: [{ productID: product.id, quantityOrdered: 2 }],
  });
}
