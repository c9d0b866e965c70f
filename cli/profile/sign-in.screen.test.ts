import { cleanup, render } from 'ink-testing-library';
import { createElement } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AccountSelect, SignInForm } from './sign-in.screen.tsx';

afterEach(cleanup);

/** Types a line once the input that is shown listens. */
async function type(stdin: { write(text: string): void }, shown: () => boolean, text: string): Promise<void> {
  await vi.waitFor(() => expect(shown()).toBe(true));
  // Ink subscribes to the keyboard in an effect after the frame.
  await new Promise((done) => setTimeout(done, 50));
  stdin.write(text);
  await new Promise((done) => setTimeout(done, 50));
  stdin.write('\r');
}

describe('signing in', () => {
  it('asks for what is missing, keeps the address that is known, and never shows the password', async () => {
    const onDone = vi.fn();
    const { stdin, lastFrame, frames } = render(
      createElement(SignInForm, { known: { url: 'http://127.0.0.1:4391' }, isKey: false, asksURL: true, onDone }),
    );
    await type(stdin, () => lastFrame()!.includes('Server:'), '');
    await type(stdin, () => lastFrame()!.includes('Email or username:'), 'ada@mill.example');
    await type(stdin, () => lastFrame()!.includes('Password:'), 'correct horse');
    await vi.waitFor(() => expect(onDone).toHaveBeenCalled());
    expect(onDone.mock.calls).toEqual([
      [{ url: 'http://127.0.0.1:4391', user: 'ada@mill.example', secret: 'correct horse' }],
    ]);
    expect(frames.join('\n')).not.toContain('correct horse');
  });

  it('asks a key for its secret only', async () => {
    const onDone = vi.fn();
    const { stdin, lastFrame } = render(
      createElement(SignInForm, { known: { url: 'https://erp.example' }, isKey: true, asksURL: false, onDone }),
    );
    expect(lastFrame()).not.toContain('Email');
    await type(stdin, () => lastFrame()!.includes('Secret of the API key:'), 'k'.repeat(30));
    await vi.waitFor(() =>
      expect(onDone).toHaveBeenCalledWith({ url: 'https://erp.example', user: '', secret: 'k'.repeat(30) }),
    );
  });
});

describe('choosing an account', () => {
  it('goes by arrow keys and Enter', async () => {
    const accounts = ['harbor', 'northfield'].map((slug) => ({ id: `acc_${slug}`, slug, name: slug.toUpperCase() }));
    const onChoose = vi.fn();
    const { stdin, lastFrame } = render(createElement(AccountSelect, { accounts, onChoose }));
    expect(lastFrame()).toContain('HARBOR (harbor)');
    await new Promise((done) => setTimeout(done, 50));
    stdin.write('\u001b[B');
    await vi.waitFor(() => expect(lastFrame()).toContain('❯ NORTHFIELD'));
    stdin.write('\r');
    await vi.waitFor(() => expect(onChoose).toHaveBeenCalledWith(accounts[1]));
  });
});
