import { z } from 'zod';
import { ipNetwork } from '../../../../core/contracts/texts/ip-network.ts';

/** A text with one address or network per line, parsed to a list. */
export const networkList = z
  .string()
  .optional()
  .transform((text = '', context): string[] => {
    const lines = text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
    for (const line of lines)
      if (!ipNetwork.safeParse(line).success)
        context.addIssue(`${line} is neither an address nor a network such as 203.0.113.0/24`);
    return lines;
  });
