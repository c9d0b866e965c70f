import { Text, useComputedColorScheme } from '@mantine/core';
import { Money } from '@millwright/core/browser';
import { Background, Controls, type Edge, Handle, MarkerType, type Node, Position, ReactFlow } from '@xyflow/react';
import '@xyflow/react/dist/style.css';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { FlowStep, ProductionFlow } from '../../contracts/index.ts';
import classes from './flow.module.css';
import { layOutFlow, nodeSize } from './lay-out-flow.ts';
import { timeText } from './time-text.ts';

type StepNode = Node<{ step: FlowStep; isAsked: boolean }, 'step'>;

function StepCard({ data: { step, isAsked } }: { data: StepNode['data'] }) {
  return (
    <div className={classes['step']} data-asked={isAsked || undefined} data-flowing={!step.isStocked || undefined}>
      <Handle type="target" position={Position.Left} isConnectable={false} />
      <Text fw={600} size="sm" truncate>
        {step.name}
      </Text>
      <Text size="sm" truncate title={step.item.description}>
        {step.quantity.measure} {step.quantity.unit} {step.item.sku}
      </Text>
      <Text size="xs" c="dimmed">
        {timeText(step.laborSeconds)}
        {step.labor !== null && (
          <>
            , <Money value={step.labor + (step.overhead ?? 0)} />
          </>
        )}
      </Text>
      <Text size="xs" c="dimmed">
        {step.isStocked ? 'Goes into stock' : 'Flows on'}
      </Text>
      <Handle type="source" position={Position.Right} isConnectable={false} />
    </div>
  );
}

const nodeTypes = { step: StepCard };

/**
 * The steps of a flow as a graph; a click opens a step. The lists beside it have the same content for screen readers.
 */
export function FlowGraph({ flow }: { flow: ProductionFlow }) {
  const navigate = useNavigate();
  const colorMode = useComputedColorScheme('light');
  const { nodes, edges } = useMemo(() => {
    const places = layOutFlow(flow);
    const shownNodes = flow.steps.map(
      (step): StepNode => ({
        id: step.id,
        type: 'step',
        position: places.get(step.id) ?? { x: 0, y: 0 },
        data: { step, isAsked: step.item.id === flow.item.id },
        ...nodeSize,
      }),
    );
    const shownEdges = flow.links.map(
      (link): Edge => ({
        id: `${link.sourceProductionStepID} ${link.targetProductionStepID}`,
        source: link.sourceProductionStepID,
        target: link.targetProductionStepID,
        animated: false,
        className: (link.isLinked ? classes['link'] : classes['loose']) ?? '',
        markerEnd: { type: MarkerType.ArrowClosed },
      }),
    );
    return { nodes: shownNodes, edges: shownEdges };
  }, [flow]);
  return (
    <section className={classes['graph']} aria-label="Picture of the flow; the lists below say the same">
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
        onNodeClick={(_, node) => void navigate(`/dashboard/production-steps/${node.id}`)}
      >
        <Background />
        <Controls showInteractive={false} />
      </ReactFlow>
    </section>
  );
}
