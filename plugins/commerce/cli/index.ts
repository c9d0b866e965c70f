import { journalCommand } from './journal.command.ts';
import { pickReleaseCommand } from './pick-release.command.ts';
import { purchaseSuggestCommand } from './purchase-suggest.command.ts';
import { receivablesCommand } from './receivables.command.ts';

export default [journalCommand, pickReleaseCommand, purchaseSuggestCommand, receivablesCommand];
