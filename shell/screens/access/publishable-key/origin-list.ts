import { z } from 'zod';
import { webOrigin } from '../../../../core/contracts/sign-in/publishable-key.contract.ts';

/** The origin of a pasted URL; a text without one is returned unchanged, so that validation refuses it. */
export function originOf(text: string): string {
  const address = text.trim();
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`;
  return URL.canParse(whole) && /^https?:/i.test(whole) ? new URL(whole).origin : address;
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** A text with one site per line, parsed to origins. */
export const originList = z.string({ error: 'List at least one site' }).transform((text, context): string[] => {
  const lines = linesOf(text);
  if (!lines.length) context.addIssue('List at least one site');
  for (const line of lines)
    if (!webOrigin.safeParse(originOf(line)).success)
      context.addIssue(`${line} is no site: write it like https://www.example.com, without wildcards`);
  return [...new Set(lines.map(originOf))];
});
