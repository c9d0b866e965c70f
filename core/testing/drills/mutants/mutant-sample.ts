import type { DemoRandom } from '../../../kernel/plugin/plugin.ts';
import { type Mutant, mutantKinds } from './mutators.ts';

/** A mutant with the path of its file. */
export interface PlacedMutant extends Mutant {
  path: string;
}

/** Draws a number of mutants, alternating between the kinds, because otherwise nearly all would be comparisons. */
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
