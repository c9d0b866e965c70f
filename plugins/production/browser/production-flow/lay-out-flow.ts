import dagre from '@dagrejs/dagre';
import type { ProductionFlow } from '../../contracts/index.ts';

export const nodeSize = { width: 216, height: 104 };

/** Positions of a flow's steps, from left to right in the order of work. */
export function layOutFlow({
  steps,
  links,
}: Pick<ProductionFlow, 'steps' | 'links'>): Map<string, { x: number; y: number }> {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: 28, ranksep: 72 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of steps) graph.setNode(id, { ...nodeSize });
  for (const link of links) graph.setEdge(link.sourceProductionStepID, link.targetProductionStepID);
  dagre.layout(graph);
  return new Map(
    steps.map(({ id }) => {
      const { x, y } = graph.node(id);
      return [id, { x: x - nodeSize.width / 2, y: y - nodeSize.height / 2 }];
    }),
  );
}
