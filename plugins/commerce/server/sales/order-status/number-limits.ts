import type { VisitorLimit } from '@millwright/core/server';
import { orderNumberForm } from './order-proof.ts';

const hour = 3_600;

/** Numbers as they are counted. */
export const countedNumber = (number: string): string => orderNumberForm(number).toLowerCase();

/**
 * What keeps strangers from going through numbers, which follow one another: how few they may try, whether or not they
 * are right. Looking up and paying count together.
 */
export const numberLimits = (number: string, network: string): VisitorLimit[] => [
  { name: 'number.tries', points: 10, seconds: hour, subject: countedNumber(number), counts: 'failures' },
  { name: 'number.wrong', points: 20, seconds: hour, subject: network, counts: 'failures' },
  {
    name: 'number.right',
    points: 10,
    seconds: hour,
    subject: network,
    counts: 'successes',
    once: countedNumber(number),
  },
];

/** Mails that strangers may ask for. */
export const mailLimits = (network: string): VisitorLimit[] => [
  { name: 'number.mail', points: 10, seconds: hour, subject: network },
];
