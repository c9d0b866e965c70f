/** Set by `bootstrap.mjs`, with an IPC channel: the browser bundles are still being built while the server starts. */
const flag = 'START_DURING_BUILD';

/**
 * Resolves when the concurrent build is complete; at once without one.
 * @throws Error if the building process has ended
 */
export function untilBuilt(env: Readonly<Record<string, string | undefined>>): Promise<void> {
  if (env[flag] !== '1' || !process.channel) return Promise.resolve();
  return new Promise((done, failed) => {
    process.once('disconnect', () => failed(new Error('The build was given up')));
    process.once('message', () => done());
  });
}

/** Closes the channel to the building process, because an open channel keeps this process alive. */
export function leaveBuild(): void {
  process.removeAllListeners('disconnect');
  if (process.connected) process.disconnect();
}
