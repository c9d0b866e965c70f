import { describe, expect, expectTypeOf, it } from 'vitest';
import { recordValues, type UnreadFields } from './record-values.ts';

const found = {
  id: 'mch_1',
  name: 'Loom',
  notes: null,
  department: { id: 'dpt_1', name: 'Weaving' },
  supplier: null,
  units: [{ id: 'unit_1' }, { id: 'unit_2' }],
  properties: [{ id: 'prp_1' }],
  ownerID: 'cus_1',
};

describe('values of a form', () => {
  it('are those fields of the body that the record has', () => {
    expect(recordValues(['name', 'notes', 'ownerID', 'secret'], found)).toEqual({
      name: 'Loom',
      notes: null,
      ownerID: 'cus_1',
      secret: undefined,
    });
  });

  it('are the ids of what it refers to', () => {
    expect(recordValues(['departmentID', 'supplierID', 'unitIDs', 'propertyIDs'], found)).toEqual({
      departmentID: 'dpt_1',
      supplierID: null,
      unitIDs: ['unit_1', 'unit_2'],
      propertyIDs: ['prp_1'],
    });
  });

  it('are asked for where the record holds something else, or nothing', () => {
    type Body = {
      name?: string | undefined;
      unitValue?: number | undefined;
      secret?: string | null | undefined;
      departmentID?: string | null | undefined;
      unitIDs?: string[] | undefined;
      otherIDs?: string[] | undefined;
    };
    type Record = Omit<typeof found, 'unitValue'> & { unitValue: { value: number } };
    expectTypeOf<UnreadFields<Body, Record>>().toEqualTypeOf<'unitValue' | 'secret' | 'otherIDs'>();
  });
});
