import { listChangeSets } from '../../contracts/work/change-set.contract.ts';
import { getImport } from '../../contracts/work/import.contract.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import { touched } from '../../lists/list-page.ts';

/** Records that this transaction changes change sets, which imports show as well. */
export const touchedChangeSets = (ctx: AccountContext): void => touched(ctx, listChangeSets, getImport);
