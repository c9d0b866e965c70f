import type { DocumentHold, HoldReason } from '../../contracts/index.ts';

/** A reason that keeps a document; places are those of its segment and element. */
export const hold = (
  reason: HoldReason,
  cause: readonly string[],
  message: string,
  { segment = null, element = null, details = {} }: Partial<Pick<DocumentHold, 'segment' | 'element' | 'details'>> = {},
): DocumentHold => ({
  reason,
  // The same for every document that one fix mends.
  cause: [reason, ...cause].join(':').slice(0, 500),
  message,
  segment,
  element,
  details,
});
