import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  declareChoice,
  declareFlag,
  declareReference,
  fieldTable,
  namedRecord,
  referencedKind,
  referencedKinds,
} from './record-fields.ts';

const dockKind = referencedKind({
  type: 'dock',
  noun: 'dock',
  id: z.string().startsWith('dok_'),
  shown: namedRecord.extend({ code: z.string() }),
  by: ['name', 'code'],
});
const fields = fieldTable({
  size: declareChoice({ label: 'Size', names: { s: 'Small', l: 'Large' }, initial: 's', filter: 'sizes' }),
  isOpen: declareFlag({ label: 'Open', initial: true }),
  dock: declareReference(dockKind, { label: 'Dock', filter: 'dockIDs' }),
  spareDock: declareReference(dockKind, { label: 'Spare dock' }),
});

describe('a table of fields', () => {
  it('has references in bodies by their ids, and in answers as what is shown of them', () => {
    const body = z.strictObject(fields.input);
    expect(body.parse({ dockID: 'dok_1', spareDockID: null, size: 'l' })).toEqual({
      dockID: 'dok_1',
      spareDockID: null,
      size: 'l',
    });
    expect(body.safeParse({ dock: 'dok_1' }).success).toBe(false);
    expect(body.safeParse({ dockID: 'cus_1' }).success).toBe(false);
    const reply = { size: 's', isOpen: false, dock: { id: 'dok_1', name: 'North', code: 'N' }, spareDock: null };
    expect(z.object(fields.reply).parse(reply)).toEqual(reply);
  });

  it('refuses other codes, says them, and begins with the first value of each field', () => {
    const refused = z.object(fields.input).safeParse({ size: 'xl' });
    expect(refused.error?.issues.map(({ message }) => message)).toEqual(['Must be one of s, l']);
    expect(fields.unset).toEqual({ size: 's', isOpen: true, dock: null, spareDock: null });
  });

  it('filters by what says so, by several values at once', () => {
    expect(Object.keys(fields.filters)).toEqual(['sizes', 'dockIDs']);
    expect(z.object(fields.filters).parse({ sizes: ['s', 'l'], dockIDs: 'dok_1' })).toEqual({
      sizes: ['s', 'l'],
      dockIDs: ['dok_1'],
    });
    expect(z.object(fields.filters).safeParse({ sizes: 'xl' }).success).toBe(false);
  });

  it('names each kind that it refers to once, and gives parts of itself', () => {
    expect(referencedKinds(fields)).toEqual([dockKind]);
    expect(fields.only('dock').names).toEqual(['dock']);
    expect(fields.without('dock', 'spareDock').of({ size: 'l', isOpen: true })).toEqual({ size: 'l', isOpen: true });
  });
});
