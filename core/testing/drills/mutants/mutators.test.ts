import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { equivalents } from './equivalents.ts';
import { drawMutants, type PlacedMutant } from './mutant-sample.ts';
import { mutantKinds, mutantsOf, mutated } from './mutators.ts';

/** All mutated versions of a piece of code. */
const variantsOf = (source: string) => mutantsOf(source).map((mutant) => [mutant.kind, mutated(source, mutant)]);

describe('mutants', () => {
  it.each([
    ['right', "ctx.require('invoices:update');", 'void ctx.require;'],
    ['version', 'ctx.em.expectVersion(found, version);', 'void ctx.em.expectVersion;'],
    ['history', "audit(ctx, { record, action: 'voided' });", 'void audit;'],
    ['history', 'await auditAll(ctx, entries);', 'void auditAll;'],
    ['touched', 'touchedItems(ctx);', 'void touchedItems;'],
    ['lock', 'const found = await ctx.em.getForUpdate(Pick, id);', 'const found = await ctx.em.get(Pick, id);'],
    ['lock', 'const rows = sql`select id from a for update`;', 'const rows = sql`select id from a`;'],
    ['filter', 'const live = rows.filter(({ isLive }) => isLive);', 'const live = rows;'],
    ['sign', 'const rest = total.minus(paid);', 'const rest = total.plus(paid);'],
    ['comparison', 'if (left.gt(0)) go();', 'if (left.gte(0)) go();'],
    ['comparison', 'if (a.length > b) go();', 'if (a.length >= b) go();'],
    ['follow-up', 'await recountPicks(ctx, ids);', 'void recountPicks;'],
  ] as const)('of the kind %s: %s', (kind, source, variant) => {
    expect(variantsOf(source)).toEqual([[kind, variant]]);
  });

  it('turn a status into another that the file knows', () => {
    const source = "set({ status: 'packed' }); set({ status: 'shipped' });";
    expect(variantsOf(source)).toEqual([
      ['status', "set({ status: 'shipped' }); set({ status: 'shipped' });"],
      ['status', "set({ status: 'packed' }); set({ status: 'packed' });"],
    ]);
  });

  it('say where they are, whatever stands before, and leave everything else as it is', () => {
    const source = "/* “Quoted” */\n\nexport function go(é: number) {\n  return 'ü' === é;\n}\n";
    const [mutant, ...others] = mutantsOf(source);
    expect(others).toEqual([]);
    expect(mutant).toMatchObject({ kind: 'comparison', line: 4, was: '===' });
    expect(mutant && mutated(source, mutant)).toBe(source.replace('===', '!=='));
  });

  it('are none where nothing decides', () => {
    expect(mutantsOf("import { a } from './a.ts';\nexport const b = a({ name: 'b' });\n")).toEqual([]);
    expect(new Set(mutantKinds).size).toBe(mutantKinds.length);
  });
});

describe('mutants that change nothing', () => {
  it.each(equivalents.map((each) => [each.path, each] as const))('of %s are still there', (path, { was }) => {
    const source = readFileSync(resolve(import.meta.dirname, '../../../..', path), 'utf8');
    expect(mutantsOf(source).map((mutant) => mutant.was)).toContain(was);
  });
});

describe('a sample of mutants', () => {
  const source = "audit(ctx, a); audit(ctx, b); if (a === b && b === c && c === d && d === e) ctx.require('x:read');";
  const all: PlacedMutant[] = mutantsOf(source).map((mutant) => ({ ...mutant, path: 'one.ts' }));
  const chosen = (count: number, place: (max: number) => number) =>
    drawMutants(all, count, { integer: (_, max) => place(max) });
  const first = () => 0;

  it('has each kind in turn, and no mutant twice', () => {
    expect(chosen(3, first).map(({ kind }) => kind)).toEqual(['right', 'history', 'comparison']);
    expect(new Set(chosen(99, first)).size).toBe(all.length);
  });

  it('is what chance says', () => {
    const last = (max: number) => max;
    expect(chosen(2, first)[1]?.start).toBeLessThan(chosen(2, last)[1]?.start ?? 0);
  });
});
