import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { changeProfiles, type Profile, profilePath, readProfiles } from './profile-store.ts';
import { normalURL } from './sign-in.ts';

const folder = mkdtempSync(join(tmpdir(), 'millwright-profiles-'));
afterAll(() => rmSync(folder, { recursive: true }));
const env = { XDG_CONFIG_HOME: join(folder, 'config') };
const profile: Profile = {
  url: 'http://127.0.0.1:4000',
  actor: 'Ada',
  account: null,
  credentials: { type: 'api_key', keyID: 'ak_1', secret: 'a secret' },
};

describe('profiles', () => {
  it('are where the person keeps configuration', () => {
    expect(profilePath({ XDG_CONFIG_HOME: '/x' })).toBe('/x/millwright/profiles.json');
    expect(profilePath({ HOME: '/home/ada' })).toBe('/home/ada/.config/millwright/profiles.json');
    expect(readProfiles(env)).toEqual({ current: null, profiles: {} });
  });

  it('are readable by their owner alone, however the file was before', () => {
    changeProfiles(env, (file) => {
      file.profiles['default'] = profile;
    });
    const path = profilePath(env);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    writeFileSync(path, readFileSync(path), { mode: 0o644 });
    changeProfiles(env, (file) => {
      file.current = 'default';
    });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readProfiles(env)).toEqual({ current: 'default', profiles: { default: profile } });
  });

  it('that cannot be read say what to do', () => {
    const broken = { XDG_CONFIG_HOME: join(folder, 'broken') };
    changeProfiles(broken, () => {});
    writeFileSync(profilePath(broken), '{"current": 3');
    expect(() => readProfiles(broken)).toThrow(
      expect.objectContaining({ code: 'profiles_unreadable', hint: expect.any(String) }),
    );
  });
});

describe('the address of a server', () => {
  it.each([
    ['erp.example', 'https://erp.example'],
    ['127.0.0.1:4000', 'http://127.0.0.1:4000'],
    ['http://127.0.0.1:4000/', 'http://127.0.0.1:4000'],
    ['https://erp.example/api', 'https://erp.example'],
    ['https://erp.example/mill/', 'https://erp.example/mill'],
    ['localhost:4000/api/', 'http://localhost:4000'],
  ])('%s is %s', (given, url) => {
    expect(normalURL(given)).toBe(url);
  });

  it.each(['https://', 'ftp://x y', 'https://ada:secret@erp.example'])('%s is none', (given) => {
    expect(() => normalURL(given)).toThrow(expect.objectContaining({ exitCode: 2 }));
  });
});
