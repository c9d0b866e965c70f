import { listChangeSets } from '../contracts/change-set.contract.ts';
import { getImport } from '../contracts/import.contract.ts';
import type { AccountContext } from '../kernel/context.ts';
import { touched } from '../lists/list-page.ts';

/** Says that this transaction changes change sets, which the imports that made them show as well. */
export const touchedChangeSets = (ctx: AccountContext): void => touched(ctx, listChangeSets, getImport);
