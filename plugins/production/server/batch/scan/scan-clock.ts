import { scanProblems } from '../../../contracts/index.ts';

/** What a device says of the time of a scan, by its own clock. */
export interface ScanClock {
  scannedAt?: string | undefined;
  /** When it sent it. */
  sentAt?: string | undefined;
}

const minute = 60_000;
/** Clocks of devices and servers differ by so much. */
const ahead = 2 * minute;
/** Of a scan that does not say when it was sent. */
const longestWait = 7 * 24 * 60 * minute;

const impossible = (message: string) =>
  scanProblems.scan_time({
    message: `${message} Set the clock of the device.`,
    errors: [{ path: 'scannedAt', message }],
  });

/** When a scan was done by the clock of the server: a device that says when it sent it may be wrong by any time. */
function toldTime(now: number, { scannedAt, sentAt }: ScanClock): number {
  if (scannedAt === undefined) return now;
  const scanned = Date.parse(scannedAt);
  const sent = sentAt === undefined ? undefined : Date.parse(sentAt);
  if (scanned > (sent ?? now) + ahead)
    throw impossible(sent === undefined ? 'The scan is of a time to come.' : 'It was scanned after it was sent.');
  if (sent !== undefined) return scanned + (now - sent);
  if (scanned < now - longestWait) throw impossible('The scan is more than 7 days old.');
  return scanned;
}

/**
 * When a scan was done: not before what happened last to its batches, and not after it was received.
 * @throws Problem 400 `scan_time`
 */
export function scanTime(now: Date, told: ScanClock, before: readonly Date[]): Date {
  const last = Math.max(...before.map((at) => at.getTime()));
  return new Date(Math.min(now.getTime(), Math.max(last, toldTime(now.getTime(), told))));
}
