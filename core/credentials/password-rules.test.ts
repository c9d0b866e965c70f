import { describe, expect, it } from 'vitest';
import { passwordFault } from './password-rules.ts';

const owner = { name: 'Robin Hale', email: 'robin.hale@northfield.example', username: 'rhale' };
const faultOf = (password: string): string | undefined => passwordFault(password, owner);

describe('passwordFault', () => {
  it('takes long passwords of any kind', () => {
    for (const password of [
      'millwright-demo',
      'gravel thimble orbit',
      '83749$%12!kq',
      '740295163820',
      'ÄÖÜ ünïcode 密碼很長的',
      'the quick brown fox hums',
    ])
      expect(faultOf(password), password).toBeUndefined();
  });

  it('counts characters after normalisation, not code units', () => {
    expect(faultOf('short')).toBe('Password must be at least 12 characters');
    // Eleven characters, fifteen code units.
    expect(faultOf('😀😁😂🤣abcdefg')).toBe('Password must be at least 12 characters');
    // Twelve code points, which NFKC joins to eleven.
    expect(faultOf('e\u0301bcdfghijkl')).toBe('Password must be at least 12 characters');
    expect(faultOf(`${'xyzab'.repeat(25)}xyz`)).toBeUndefined();
    expect(faultOf('xyzab'.repeat(26))).toBe('Password must be at most 128 characters');
  });

  it('refuses runs and repetitions', () => {
    for (const password of [
      'aaaaaaaaaaaa',
      '123456789012',
      '098765432109',
      'abcdefghijkl',
      'abababababab',
      '111122223333',
    ])
      expect(faultOf(password), password).toBe('This password is too easy to guess');
  });

  it('refuses common passwords with their usual decorations', () => {
    for (const password of [
      'password1234',
      'P@ssw0rd1234!',
      'qwertyuiop12',
      'Correct Horse Battery Staple',
      'welcome2026!!',
      'Summer-2026-Summer',
      'iloveyou1234',
      'qwerty123456',
    ])
      expect(faultOf(password), password).toBe('This password is too common');
  });

  it("refuses what is made of the person's name or email", () => {
    for (const password of ['robinhale1234', 'Hale.Robin.2026', 'northfield2026', 'r0b1nhal3!!!!', 'rhale-rhale-1'])
      expect(faultOf(password), password).toBe('This password is made of your name or email');
    expect(faultOf('robin counts 14 magpies')).toBeUndefined();
  });
});
