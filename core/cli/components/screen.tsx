import { render } from 'ink';
import type { ReactNode } from 'react';
import { interruption } from '../command-failure.ts';

/**
 * Shows an Ink screen until it calls `useApp().exit(value)` and returns the value. Uses stderr, so that the result of a
 * command can be piped. Ctrl-C and an exit without a value are an interruption (exit code 130).
 */
export async function showScreen<T>(screen: ReactNode): Promise<T> {
  const app = render(screen, { stdout: process.stderr, exitOnCtrlC: true, patchConsole: false });
  const answer = await app.waitUntilExit();
  app.cleanup();
  if (answer === undefined) throw interruption();
  return answer as T;
}
