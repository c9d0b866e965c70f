/** Set by `bootstrap.mjs`, with a channel to it: screens and widgets are still being built while the server begins. */
const flag = 'START_DURING_BUILD';

/**
 * Resolves once the build beside us is complete, at once without one.
 * @throws Error if whoever builds has gone.
 */
export function untilBuilt(env: Readonly<Record<string, string | undefined>>): Promise<void> {
  if (env[flag] !== '1' || !process.channel) return Promise.resolve();
  return new Promise((done, failed) => {
    process.once('disconnect', () => failed(new Error('The build was given up')));
    process.once('message', () => done());
  });
}

/** Closes the channel to who builds, which would keep the process alive. */
export function leaveBuild(): void {
  process.removeAllListeners('disconnect');
  if (process.connected) process.disconnect();
}
