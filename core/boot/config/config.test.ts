import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lacksProxy, readConfig, settingsTable } from './config.ts';

describe('the configuration', () => {
  it('has sensible defaults', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 4000,
      portWasSet: false,
      demo: true,
      production: false,
      dataDir: '.data',
      sessionDays: 30,
      retention: { requestLogDays: 30, eventDays: 30 },
    });
  });

  it('names every wrong and every unknown setting at once', () => {
    const wrong = {
      PORT: 'http',
      MILLWRIGHT_SESSION_DAYS: '31',
      MILLWRIGHT_SECRET: 'short',
      MILLWRIGHT_TYPO: '1',
      DATABASE_URL: 'mysql://x',
    };
    for (const name of Object.keys(wrong)) expect(() => readConfig(wrong)).toThrow(name);
  });

  it('takes the scanner of uploads as a host and a port', () => {
    expect(readConfig({ MILLWRIGHT_CLAMD: 'clamd.internal:3310' }).clamd).toEqual({
      host: 'clamd.internal',
      port: 3310,
    });
    expect(readConfig({ MILLWRIGHT_CLAMD: '[::1]:3310' }).clamd).toEqual({ host: '::1', port: 3310 });
    expect(readConfig({}).clamd).toBeUndefined();
    for (const wrong of ['clamd', 'clamd:0', 'clamd:70000', 'tcp://clamd:3310', ':3310'])
      expect(() => readConfig({ MILLWRIGHT_CLAMD: wrong }), wrong).toThrow('MILLWRIGHT_CLAMD');
  });

  it('refuses a port that no browser opens', () => {
    for (const PORT of ['22', '4045', '6000']) expect(() => readConfig({ PORT })).toThrow('browsers refuse to open');
    expect(readConfig({ PORT: '4046', MILLWRIGHT_OPS_PORT: '6000' })).toMatchObject({ port: 4046, opsPort: 6000 });
  });

  it('demands in production an address of https, a mail server or none, and no demo', () => {
    const reading = (env: Record<string, string>) => () => readConfig({ NODE_ENV: 'production', ...env });
    for (const missing of ['MILLWRIGHT_BASE_URL', 'SMTP_URL']) expect(reading({}), missing).toThrow(missing);
    const proper = { MILLWRIGHT_BASE_URL: 'https://orders.example.com/', SMTP_URL: 'smtp://mail.example.com' };
    expect(reading(proper)()).toMatchObject({
      demo: false,
      production: true,
      baseURL: 'https://orders.example.com',
      opsHost: '127.0.0.1',
    });
    expect(reading({ ...proper, SMTP_URL: 'none' })()).toMatchObject({ smtpUrl: undefined });
    expect(reading({ ...proper, MILLWRIGHT_DEMO: '1' })).toThrow('MILLWRIGHT_DEMO');
    const insecure = { ...proper, MILLWRIGHT_INSECURE: '1' };
    for (const baseURL of ['http://orders.example.com', 'http://127.0.0.1.example.com', 'ftp://127.0.0.1'])
      expect(reading({ ...insecure, MILLWRIGHT_BASE_URL: baseURL }), baseURL).toThrow('MILLWRIGHT_BASE_URL');
    expect(reading({ ...proper, MILLWRIGHT_BASE_URL: 'http://127.0.0.1:4000' })).toThrow('https:');
    expect(reading({ ...insecure, MILLWRIGHT_BASE_URL: 'http://127.0.0.1:4000' })()).toMatchObject({
      production: true,
    });
  });

  it('shows the demo, whose passwords everybody knows, to other machines only when told', () => {
    const refused = 'MILLWRIGHT_DEMO has to be 0, or public';
    for (const reached of [
      { HOST: '0.0.0.0' },
      { HOST: '192.168.1.5' },
      { MILLWRIGHT_BASE_URL: 'https://demo.example.com' },
    ]) {
      expect(() => readConfig(reached)).toThrow(refused);
      expect(() => readConfig({ ...reached, MILLWRIGHT_DEMO: '1' })).toThrow(refused);
      expect(readConfig({ ...reached, MILLWRIGHT_DEMO: 'public' }).demo).toBe(true);
      expect(readConfig({ ...reached, MILLWRIGHT_DEMO: '0' }).demo).toBe(false);
    }
    for (const host of ['localhost', '127.0.0.1', '::1']) expect(readConfig({ HOST: host }).demo).toBe(true);
  });

  it('takes proxies as addresses and networks, and says where one is missing', () => {
    const proxies = '10.0.0.0/8, ::1,192.0.2.7';
    const env = { NODE_ENV: 'production', MILLWRIGHT_BASE_URL: 'https://a.example', SMTP_URL: 'none' };
    expect(lacksProxy(readConfig(env))).toBe(true);
    expect(lacksProxy(readConfig({ ...env, MILLWRIGHT_TRUSTED_PROXIES: proxies }))).toBe(false);
    for (const wrong of ['10.0.0.0/33', 'proxy.example.com', '10.0.0.1/8/8', '10.0.0.0/'])
      expect(() => readConfig({ MILLWRIGHT_TRUSTED_PROXIES: wrong }), wrong).toThrow(
        'neither an address nor a network',
      );
  });

  it('takes an empty variable for one that is not set', () => {
    expect(readConfig({ PORT: '', SMTP_URL: '' })).toMatchObject({ port: 4000, smtpUrl: undefined });
  });

  it('is explained in the README, setting by setting', () => {
    const readme = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8');
    for (const { name, description } of settingsTable()) {
      expect(readme, name).toContain(`\`${name}\``);
      expect(description, name).toMatch(/\S/);
    }
  });
});
