import { render } from 'ink-testing-library';
import { act, type ReactElement } from 'react';

const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };

/** Acts on a screen, and waits until it is rendered and listens for the next key. */
async function settled<T>(work: () => T): Promise<T> {
  environment.IS_REACT_ACT_ENVIRONMENT = true;
  try {
    return await act(async () => work());
  } finally {
    environment.IS_REACT_ACT_ENVIRONMENT = false;
  }
}

/** Shows an Ink screen on a terminal of 100 columns. */
export const show = (screen: ReactElement): Promise<ReturnType<typeof render>> => settled(() => render(screen));

/** Presses keys one after another; a text is pasted. */
export async function press(stdin: { write(text: string): void }, ...keys: string[]): Promise<void> {
  for (const key of keys) await settled(() => stdin.write(key));
}
