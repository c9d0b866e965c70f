import { singleLine } from '@millwright/core/contracts';
import { z } from 'zod';

/** What the account can set. */
export const samplePluginSettings = z.object({
  /** What a new record says until somebody writes something else. */
  startingText: singleLine(200).default('To be checked'),
});
