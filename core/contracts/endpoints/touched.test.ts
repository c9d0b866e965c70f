import { describe, expect, it } from 'vitest';
import { collectionOf, everything, isTouched } from './touched.ts';

describe('the collection of a path', () => {
  it.each([
    ['/v1/carriers', '/v1/carriers'],
    ['/v1/carriers/{carrierID}', '/v1/carriers'],
    ['/v1/carriers/{carrierID}/options/{carrierOptionID}', '/v1/carriers'],
    ['/v1/sales-orders/actions/bulk-edit', '/v1/sales-orders'],
    ['/v1/me/passkeys/actions/begin', '/v1/me/passkeys'],
    ['/v1/portal/cart/lines/{itemID}', '/v1/portal/cart'],
    ['/v1/me', '/v1/me'],
  ])('of %s is %s', (path, collection) => expect(collectionOf(path)).toBe(collection));
});

describe('a path', () => {
  it('is touched at or below what is named, not beside it', () => {
    const touched = ['/v1/inventory', '/v1/carriers'];
    expect(isTouched('/v1/carriers', touched)).toBe(true);
    expect(isTouched('/v1/carriers/{carrierID}/options', touched)).toBe(true);
    expect(isTouched('/v1/inventory-receipts', touched)).toBe(false);
    expect(isTouched('/v1/me', touched)).toBe(false);
    expect(isTouched('/v1/me', [everything])).toBe(true);
    expect(isTouched('/v1/me', [])).toBe(false);
  });
});
