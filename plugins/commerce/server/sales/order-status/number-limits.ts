import type { VisitorLimit } from '@millwright/core/server';
import { orderNumberForm } from './order-proof.ts';

const hour = 3_600;
const wrong = { seconds: hour, counts: 'failures' } as const;

/** Form of a number for counting attempts. */
export const countedNumber = (number: string): string => orderNumberForm(number).toLowerCase();

/**
 * Limits on lookups of an order number. Numbers follow one another, so strangers could try them all. Correct and wrong
 * attempts both count, and lookups and payments share one count. Above its own limit a network is refused. The limit of
 * all networks together does not refuse other callers.
 */
export const numberLimits = (number: string, network: string): VisitorLimit[] => [
  { ...wrong, name: 'number.tries', of: 'caller', points: 10, subject: `${countedNumber(number)}\n${network}` },
  { ...wrong, name: 'number.guesses', of: 'named', points: 100, subject: countedNumber(number) },
  { ...wrong, name: 'number.wrong', of: 'caller', points: 20, subject: network },
  {
    name: 'number.right',
    of: 'caller',
    points: 10,
    seconds: hour,
    subject: network,
    counts: 'successes',
    once: countedNumber(number),
  },
];

/** Limits on emails that strangers can cause. */
export const mailLimits = (network: string): VisitorLimit[] => [
  { name: 'number.mail', of: 'caller', points: 10, seconds: hour, subject: network },
];
