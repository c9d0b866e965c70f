import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { idFromUUID, idOf, isID, newID, prefixOf, uuidOf } from './id.ts';

const uuid = '01890a5d-ac96-774b-bcce-b302099a8057';

describe('ids', () => {
  it('match the published vectors', () => {
    expect(idFromUUID('so', uuid)).toBe('so_01h455vb4pex5vsknk084sn02q');
    expect(uuidOf('so_01h455vb4pex5vsknk084sn02q')).toBe(uuid);
    expect(idFromUUID('x', '00000000-0000-0000-0000-000000000000')).toBe('x_00000000000000000000000000');
    expect(idFromUUID('x', 'ffffffff-ffff-ffff-ffff-ffffffffffff')).toBe('x_7zzzzzzzzzzzzzzzzzzzzzzzzz');
    expect(idFromUUID('x', '00000000-0000-0000-0000-000000000020')).toBe('x_00000000000000000000000010');
  });

  it('are version 7 of now, and never twice the same', () => {
    const now = 1_790_000_000_000;
    vi.spyOn(Date, 'now').mockReturnValue(now);
    const ids = Array.from({ length: 2_000 }, () => newID('cust_group'));
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) {
      const text = uuidOf(id);
      expect(text).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      const instant = Number.parseInt(text.replaceAll('-', '').slice(0, 12), 16);
      expect(instant).toBe(now);
    }
  });

  it('go there and back for every UUID, and keep its order', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), (left, right) => {
        expect(uuidOf(idFromUUID('a_b', left))).toBe(left);
        expect(idFromUUID('a', left) < idFromUUID('a', right)).toBe(left < right);
      }),
    );
  });

  it('know their kind', () => {
    const id = newID('so');
    expect(isID('so', id)).toBe(true);
    expect(isID('s', id)).toBe(false);
    expect(prefixOf(newID('cust_group'))).toBe('cust_group');
    for (const bad of [
      undefined,
      7,
      '',
      id.toUpperCase(),
      `${id}0`,
      id.slice(0, -1),
      `so_8${'0'.repeat(25)}`,
      `so_${'u'.repeat(26)}`,
      `${id}\n`,
    ]) {
      expect(isID('so', bad)).toBe(false);
      expect(idOf('so').safeParse(bad).success).toBe(false);
    }
    expect(idOf('so').parse(id)).toBe(id);
    expect(idOf('so', 'Order is required').safeParse(undefined).error?.issues[0]?.message).toBe('Order is required');
    const messageOf = (value: unknown) => idOf('so', 'Order is required').safeParse(value).error?.issues[0]?.message;
    expect([null, ''].map(messageOf)).toEqual(['Order is required', 'Order is required']);
    expect([7, 'x', newID('cus')].map(messageOf)).toEqual(Array(3).fill('Must be an id that begins with so_'));
  });

  it('refuse bad prefixes and what is no id', () => {
    for (const prefix of ['', '_a', 'a_', 'A', 'a1', 'a'.repeat(64)]) expect(() => newID(prefix)).toThrow(TypeError);
    expect(() => uuidOf('so_x')).toThrow(TypeError);
    expect(() => idFromUUID('so', 'not-a-uuid')).toThrow(TypeError);
  });
});
