import type { InstallationConfig } from '../../installation/installation-config.ts';
import { readServerState } from '../../installation/server-state.ts';
import type { Finding } from './finding.ts';

const mostFailing = 0.02;
const fewRequests = 100;
const longestDelay = 200;

/** State reported by the running server of this data folder. */
export async function checkRunning(
  { dataDir }: Pick<InstallationConfig, 'dataDir'>,
  signal: AbortSignal,
): Promise<{ looked: number; findings: Finding[] }> {
  const running = readServerState(dataDir);
  const metricsText = running && (await metricsOf(`${running.opsUrl}/metrics`, signal));
  return metricsText === undefined ? { looked: 0, findings: [] } : { looked: 3, findings: findingsOf(metricsText) };
}

async function metricsOf(address: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    const response = await fetch(address, { signal: AbortSignal.any([signal, AbortSignal.timeout(3_000)]) });
    return response.ok ? await response.text() : undefined;
  } catch {
    return undefined;
  }
}

/** Problems in the text of `/metrics`. */
export function findingsOf(metricsText: string): Finding[] {
  const findings: Finding[] = [];
  const warn = (what: string, fix: string): void =>
    void findings.push({ check: 'running server', level: 'warning', what, fix });
  const sum = (sample: RegExp): number =>
    metricsText
      .split('\n')
      .filter((line) => sample.test(line))
      .reduce((total, line) => total + Number(line.split(' ').at(-1)), 0);
  const all = sum(/^millwright_requests_total/);
  const failed = sum(/^millwright_requests_total.*status="5/);
  if (all >= fewRequests && failed / all > mostFailing)
    warn(
      `${failed} of ${all} requests since the start have failed`,
      'Settings > Request log and the log say why, under the same request id',
    );
  if (sum(/^millwright_waiting_for_connection /))
    warn('Calls wait for a connection to the database', 'Raise MILLWRIGHT_CALL_CONNECTIONS, or start another process');
  if (sum(/^millwright_event_loop_delay_milliseconds /) > longestDelay)
    warn('The process cannot keep up', 'Start another process beside it, or give the machine more processor');
  return findings;
}
