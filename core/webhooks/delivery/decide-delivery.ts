/** Seconds to wait after the first failed attempt, the second one, and so on. After the last one follows none. */
export const webhookDelays = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;

const longestDelay = 86_400;

/** The result of an attempt. */
export interface WebhookOutcome {
  /** Status of the answer; null without one. */
  status: number | null;
  /** Value of the header Retry-After. */
  retryAfter: string | null;
}

/** What follows an attempt. `gone`: the receiver wants no more deliveries of any kind. */
export type DeliveryDecision =
  | { kind: 'delivered' }
  | { kind: 'gone' }
  | { kind: 'dead' }
  | { kind: 'again'; dueAt: Date };

/** Seconds of a Retry-After header, which is a number or a date; 0 for another text. */
function secondsOf(retryAfter: string | null, now: Date): number {
  const text = retryAfter?.trim() ?? '';
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - now.getTime()) / 1000;
  return seconds > 0 ? Math.min(seconds, longestDelay) : 0;
}

/**
 * Decides on a delivery after an attempt. A delay is lengthened by up to a tenth, so that deliveries that failed
 * together are not repeated together, and lasts at least as long as the receiver asked, up to a day.
 * @param attempts number of attempts so far, with this one
 * @param random from 0 to below 1
 */
export function decideDelivery(
  { status, retryAfter }: WebhookOutcome,
  { attempts, now, random }: { attempts: number; now: Date; random: number },
): DeliveryDecision {
  if (status !== null && status >= 200 && status < 300) return { kind: 'delivered' };
  if (status === 410) return { kind: 'gone' };
  const delay = webhookDelays[attempts - 1];
  if (delay === undefined) return { kind: 'dead' };
  const seconds = Math.max(delay * (1 + random / 10), secondsOf(retryAfter, now));
  return { kind: 'again', dueAt: new Date(now.getTime() + Math.round(seconds * 1000)) };
}
