import dagre from '@dagrejs/dagre';
import { Text, useComputedColorScheme } from '@mantine/core';
import { Background, Controls, type Edge, Handle, MarkerType, type Node, Position, ReactFlow } from '@xyflow/react';
import { batchStates } from '../../contracts/index.ts';
import '@xyflow/react/dist/style.css';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { BatchFlow } from '../../contracts/index.ts';
import classes from '../production-flow/flow.module.css';

const size = { width: 208, height: 92 };

type FlowBatch = BatchFlow['batches'][number];
type BatchNode = Node<{ batch: FlowBatch; isAsked: boolean }, 'batch'>;

const lossText = ({ seconds, waste }: FlowBatch): string =>
  [seconds && `${seconds} seconds`, waste && `${waste} waste`].filter(Boolean).join(', ');

function BatchCard({ data: { batch, isAsked } }: { data: BatchNode['data'] }) {
  return (
    <div
      className={classes['step']}
      data-asked={isAsked || undefined}
      data-flowing={batchStates.is.open(batch.status) || undefined}
    >
      <Handle type="target" position={Position.Left} isConnectable={false} />
      <Text fw={600} size="sm" truncate>
        {batch.number}
      </Text>
      <Text size="sm" truncate>
        {batch.quantity.measure} {batch.quantity.unit} {batch.item.sku}
      </Text>
      <Text size="xs" c="dimmed" truncate>
        {batchStates.is.closed(batch.status) ? 'Closed after' : 'At'} {batch.productionStep.name}
      </Text>
      <Text size="xs" c="dimmed" truncate>
        {lossText(batch)}
      </Text>
      <Handle type="source" position={Position.Right} isConnectable={false} />
    </div>
  );
}

const nodeTypes = { batch: BatchCard };

function placesOf({ batches, edges }: BatchFlow): Map<string, { x: number; y: number }> {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: 24, ranksep: 80 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of batches) graph.setNode(id, { ...size });
  const known = new Set(batches.map(({ id }) => id));
  for (const { fromBatchID, toBatchID } of edges)
    if (known.has(fromBatchID) && known.has(toBatchID)) graph.setEdge(fromBatchID, toBatchID);
  dagre.layout(graph);
  return new Map(
    batches.map(({ id }) => {
      const { x, y } = graph.node(id);
      return [id, { x: x - size.width / 2, y: y - size.height / 2 }];
    }),
  );
}

/** Batches and the quantities that passed between them, as a graph; the lists below have the same content. */
export function BatchTree({ flow }: { flow: BatchFlow }) {
  const navigate = useNavigate();
  const colorMode = useComputedColorScheme('light');
  const { nodes, edges } = useMemo(() => {
    const places = placesOf(flow);
    return {
      nodes: flow.batches.map(
        (batch): BatchNode => ({
          id: batch.id,
          type: 'batch',
          position: places.get(batch.id) ?? { x: 0, y: 0 },
          data: { batch, isAsked: batch.id === flow.batchID },
          ...size,
        }),
      ),
      edges: flow.edges.map(
        (edge): Edge => ({
          id: `${edge.eventID} ${edge.fromBatchID} ${edge.toBatchID}`,
          source: edge.fromBatchID,
          target: edge.toBatchID,
          label: `${edge.measure} ${edge.unit}`,
          className: classes['link'] ?? '',
          markerEnd: { type: MarkerType.ArrowClosed },
        }),
      ),
    };
  }, [flow]);
  return (
    <section className={classes['graph']} aria-label="Picture of the batches; the lists below say the same">
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        colorMode={colorMode}
        fitView
        fitViewOptions={{ maxZoom: 1 }}
        minZoom={0.2}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        onNodeClick={(_, node) => void navigate(`/dashboard/batch-flow/${node.id}`)}
      >
        <Background />
        <Controls showInteractive={false} />
      </ReactFlow>
    </section>
  );
}
