import type { AccountContext } from '@millwright/core/server';
import { allRecipes, circlesOf, circleText, type RecipeNode } from '../../making/flow-links.ts';
import { type StepRows, type StepSurroundings, type StepVerdict, stepTextOf } from './step-plan.ts';

/**
 * Adds an error to the row that would close a cycle, from the recipes in the file and in the database. The check is
 * repeated when the rows are written.
 */
export async function refuseCircles(
  ctx: AccountContext,
  records: readonly StepRows[],
  verdicts: readonly StepVerdict[],
  { items, field }: { items: StepSurroundings['items']; field: string },
): Promise<StepVerdict[]> {
  const nodes = new Map((await allRecipes(ctx)).map((node) => [node.id, node]));
  const idOf = ({ data, key }: StepVerdict): string => data?.before?.id ?? `new ${key}`;
  for (const verdict of verdicts) {
    if (!verdict.data) continue;
    const { name, production, consumptions } = verdict.data.plan;
    const id = idOf(verdict);
    nodes.set(id, { id, name, itemID: production.itemID, usedIDs: consumptions.map(({ itemID }) => itemID) });
  }
  const circleOf = circlesOf([...nodes.values()]);
  return verdicts.map((verdict, index) => {
    const circle = verdict.data ? circleOf(idOf(verdict)) : undefined;
    if (!circle) return verdict;
    const { itemID } = circle.at(-2) as RecipeNode;
    const rows = records[index]?.rows ?? [];
    const closing = rows.find((row) => items.get(stepTextOf(row, field) ?? '')?.id === itemID) ?? rows[0];
    return {
      ...verdict,
      effect: 'error' as const,
      changes: [],
      data: null,
      errors: [...verdict.errors, { row: closing?.row ?? 0, field, message: circleText(circle) }],
    };
  });
}
