/** Does work and answers, or fails, no sooner than the pause ends that begins with it. */
export async function atLeast<T>(pause: () => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const floor = pause();
  try {
    return await work();
  } finally {
    await floor;
  }
}
