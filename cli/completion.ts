import tab from '@bomb.sh/tab/commander';
import type { Command } from 'commander';

/**
 * Adds the hidden `complete` to the whole program (and, because it goes with it, the adapter's own `completion`, which stands for
 * ours). Only names and choices that the program knows by itself are suggested: no server is asked.
 */
export function addCompletion(program: Command): void {
  tab(program, { completionCommandName: 'completion' });
}
