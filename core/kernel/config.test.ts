import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig, settingsTable } from './config.ts';

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

  it('hides demo data in production and demands https there', () => {
    expect(readConfig({ NODE_ENV: 'production' })).toMatchObject({ demo: false, production: true });
    expect(() => readConfig({ NODE_ENV: 'production', MILLWRIGHT_BASE_URL: 'http://example.com' })).toThrow('https:');
  });

  it('takes an empty variable for one that is not set', () => {
    expect(readConfig({ PORT: '', SMTP_URL: '' })).toMatchObject({ port: 4000, smtpUrl: undefined });
  });

  it('is explained in the README, setting by setting', () => {
    const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
    for (const { name, description } of settingsTable()) {
      expect(readme, name).toContain(`\`${name}\``);
      expect(description, name).toMatch(/\S/);
    }
  });
});
