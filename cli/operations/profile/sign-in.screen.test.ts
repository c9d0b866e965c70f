import { cleanup } from 'ink-testing-library';
import { createElement } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { press, show } from '../../testing/screen.ts';
import { AccountSelect, SignInForm } from './sign-in.screen.tsx';

afterEach(cleanup);

describe('signing in', () => {
  it('asks for what is missing, keeps the address that is known, and never shows the password', async () => {
    const onDone = vi.fn();
    const { stdin, lastFrame, frames } = await show(
      createElement(SignInForm, { known: { url: 'http://127.0.0.1:4391' }, isKey: false, asksURL: true, onDone }),
    );
    expect(lastFrame()).toContain('Server:');
    await press(stdin, '\r');
    expect(lastFrame()).toContain('Email or username:');
    await press(stdin, 'ada@mill.example', '\r');
    expect(lastFrame()).toContain('Password:');
    await press(stdin, 'correct horse', '\r');
    expect(onDone.mock.calls).toEqual([
      [{ url: 'http://127.0.0.1:4391', user: 'ada@mill.example', secret: 'correct horse' }],
    ]);
    expect(frames.join('\n')).not.toContain('correct horse');
  });

  it('asks a key for its secret only', async () => {
    const onDone = vi.fn();
    const { stdin, lastFrame } = await show(
      createElement(SignInForm, { known: { url: 'https://erp.example' }, isKey: true, asksURL: false, onDone }),
    );
    expect(lastFrame()).not.toContain('Email');
    expect(lastFrame()).toContain('Secret of the API key:');
    await press(stdin, 'k'.repeat(30), '\r');
    expect(onDone).toHaveBeenCalledWith({ url: 'https://erp.example', user: '', secret: 'k'.repeat(30) });
  });
});

describe('choosing an account', () => {
  it('goes by arrow keys and Enter', async () => {
    const accounts = ['harbor', 'northfield'].map((slug) => ({ id: `acc_${slug}`, slug, name: slug.toUpperCase() }));
    const onChoose = vi.fn();
    const { stdin, lastFrame } = await show(createElement(AccountSelect, { accounts, onChoose }));
    expect(lastFrame()).toContain('HARBOR (harbor)');
    await press(stdin, '\u001b[B');
    expect(lastFrame()).toContain('❯ NORTHFIELD');
    await press(stdin, '\r');
    expect(onChoose).toHaveBeenCalledWith(accounts[1]);
  });
});
