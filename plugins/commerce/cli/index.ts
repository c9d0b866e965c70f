import { journalCommand } from './journal.command.ts';
import { receivablesCommand } from './receivables.command.ts';

export default [journalCommand, receivablesCommand];
