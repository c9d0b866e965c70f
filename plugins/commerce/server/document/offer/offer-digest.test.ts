import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { offerDigestText } from './offer-digest.ts';

const words = (text: string): string => text.replaceAll(/\s+/g, ' ');

it('offers of before have the digest that later changes are compared with', () => {
  const migration = '../../migrations/Migration20261128174500_offers_and_pages.ts';
  const text = readFileSync(resolve(import.meta.dirname, migration), 'utf8');
  expect(words(text)).toContain(words(offerDigestText));
});
