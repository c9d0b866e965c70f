import type { DemoRandom } from '../../kernel/plugin.ts';
import { type Mutant, mutantKinds } from './mutators.ts';

/** A mutant of a file of the tree. */
export interface PlacedMutant extends Mutant {
  path: string;
}

/**
 * As many of these as asked for. The kinds come in turn: comparisons, of which there are most, would be nearly all
 * otherwise.
 */
export function drawMutants(
  mutants: readonly PlacedMutant[],
  count: number,
  random: Pick<DemoRandom, 'integer'>,
): PlacedMutant[] {
  const rest = Map.groupBy(mutants, ({ kind }) => kind);
  const sample: PlacedMutant[] = [];
  for (let turn = 0; sample.length < Math.min(count, mutants.length); turn += 1) {
    const ofKind = rest.get(mutantKinds[turn % mutantKinds.length] as Mutant['kind']) ?? [];
    if (ofKind.length) sample.push(...ofKind.splice(random.integer(0, ofKind.length - 1), 1));
  }
  return sample;
}
