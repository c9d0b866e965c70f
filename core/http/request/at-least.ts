/** Runs the work and settles with its result, but not before the pause is over that starts with it. */
export async function atLeast<T>(pause: () => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const floor = pause();
  try {
    return await work();
  } finally {
    await floor;
  }
}
