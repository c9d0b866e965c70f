/**
 * Sends traces where a collector is named, and loads what that takes only then. Answers how to send the rest and end
 * it.
 */
export async function startTracing(
  { sendsTraces }: { sendsTraces: boolean },
  facts: { version: string; part: 'server' | 'jobs' },
): Promise<() => Promise<void>> {
  if (!sendsTraces) return async () => {};
  const { sendTraces } = await import('../tracing/open-telemetry.ts');
  return sendTraces(facts);
}
