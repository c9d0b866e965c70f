import { describe, expect, it } from 'vitest';
import { chosenLot, lotFieldsOf } from './lot-choice.ts';

describe('the lot of a stock dialog', () => {
  it('opens as what its row says', () => {
    expect(lotFieldsOf('000042')).toEqual({ lotChoice: 'one', lotNumber: '000042' });
    expect(lotFieldsOf(null)).toEqual({ lotChoice: 'none' });
    expect(lotFieldsOf(undefined)).toEqual({ lotChoice: 'any' });
  });

  it('is sent as it was chosen, whatever was typed before', () => {
    expect(chosenLot('any', '000042')).toEqual({});
    expect(chosenLot('none', '000042')).toEqual({ lotNumber: null });
    expect(chosenLot('one', '000042')).toEqual({ lotNumber: '000042' });
  });
});
