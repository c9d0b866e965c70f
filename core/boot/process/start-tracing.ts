/**
 * Starts sending traces if a collector is configured; its modules are loaded only then. Returns a function that sends
 * the rest and stops.
 */
export async function startTracing(
  { sendsTraces }: { sendsTraces: boolean },
  facts: { version: string; part: 'server' | 'jobs' },
): Promise<() => Promise<void>> {
  if (!sendsTraces) return async () => {};
  const { sendTraces } = await import('../../tracing/open-telemetry.ts');
  return sendTraces(facts);
}
