import { describe, expect, it } from 'vitest';
import type { Batch } from '../../contracts/index.ts';
import {
  actionsFor,
  expectedAfter,
  isPassing,
  type StationAction,
  type StationStepName,
  scannedCode,
} from './station-model.ts';

const step = (id: string, inputs: readonly string[], isStocked = false) =>
  ({
    id,
    name: id,
    in: inputs.map((name) => ({ id: name, name })),
    isStocked,
    production: {},
  }) as StationStepName;
const steps = [step('knit', []), step('sew', ['knit', 'print']), step('pack', ['sew'], true)];
/** A batch whose run's bill has these steps. */
const batch = (productionStepID: string, status = 'open', bill: readonly StationStepName[] = steps) =>
  ({
    productionStepID,
    productionStep: { id: productionStepID, name: productionStepID },
    status,
    quantity: { measure: 10 },
    isLast: bill.some(({ id, isStocked }) => id === productionStepID && isStocked),
    goesTo: bill
      .filter((own) => own.in.some(({ id }) => id === productionStepID))
      .map(({ id, name, in: inputs }) => ({ id, name, partCount: inputs.length })),
  }) as Batch;
const labels = (batches: readonly Batch[], isMultiPart = false) =>
  actionsFor(batches, { isMultiPart }, steps).map(({ label }) => label);

describe('a station', () => {
  it('sends again what nobody has judged', () => {
    const refusal = (status: number, code = 'any') => isPassing({ status, code });
    expect([refusal(0), refusal(429), refusal(503), refusal(409, 'conflict')]).toEqual([true, true, true, true]);
    expect([refusal(409, 'scan_rejected'), refusal(404, 'batch_not_found'), refusal(400)]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('offers what can be done with the batches before it', () => {
    expect(labels([])).toEqual([]);
    expect(labels([batch('knit', 'planned')])).toEqual(['Start knit']);
    expect(labels([batch('elsewhere', 'planned')])).toEqual([]);
    expect(labels([batch('knit', 'closed')])).toEqual([]);
    expect(labels([batch('sew')])).toEqual(['Move to pack', 'Count off']);
    expect(labels([batch('knit')], true)).toEqual(['Make sew', 'Count off']);
    expect(labels([batch('knit'), batch('print')], true)).toEqual(['Make sew']);
    expect(labels([batch('knit'), batch('knit')])).toEqual(['Make sew', 'Merge into one']);
    expect(labels([batch('pack')])).toEqual(['Finished: into stock', 'Count off']);
    expect(labels([batch('nowhere')])).toEqual([]);
  });

  it('offers how a batch goes on by its own run, where recipes are others now', () => {
    const bill = [step('knit', []), step('pack', ['knit'], true)];
    expect(labels([batch('knit', 'open', bill)])).toEqual(['Move to pack', 'Count off']);
    expect(labels([batch('sew', 'open', [step('sew', [], true)])])).toEqual(['Finished: into stock', 'Count off']);
    expect(labels([batch('pack', 'open', [step('pack', [])])])).toEqual(['Count off']);
  });

  it('counts off to the next step, or, where parts are put together, where they are', () => {
    const target = (step: string, isMultiPart: boolean) =>
      actionsFor([batch(step)], { isMultiPart }, steps).flatMap((action) =>
        action.kind === 'split' ? (action.step?.id ?? 'stays') : [],
      );
    expect(target('sew', false)).toEqual(['pack']);
    expect(target('sew', true)).toEqual(['stays']);
    expect(target('knit', false)).toEqual(['stays']);
  });

  it('reads labels of now and before', () => {
    expect(scannedCode(' 1000-1 ')).toBe('1000-1');
    expect(scannedCode('{"batchID":"bat_1"}')).toBe('bat_1');
    for (const text of ['', '{"batch":1}', '{', 'x'.repeat(101)]) expect(scannedCode(text)).toBeUndefined();
  });

  it('shows what a batch will be until the server has answered', () => {
    const split = { kind: 'split', label: '', step: undefined } as const;
    expect(expectedAfter(batch('knit'), split, steps, { firsts: 0, lost: 3 }).quantity.measure).toBe(7);
    expect(expectedAfter(batch('knit'), split, steps, { firsts: 8, lost: 2 }).quantity.measure).toBe(8);
    const [next] = actionsFor([batch('sew')], { isMultiPart: false }, steps);
    const moved = expectedAfter(batch('sew'), next as StationAction, steps);
    expect(moved).toMatchObject({ productionStep: { id: 'pack' }, isLast: true, goesTo: [] });
  });
});
