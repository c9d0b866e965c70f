import { Stack, Text } from '@mantine/core';
import { LinkText, Money, Panel, useEndpoint, useSession } from '@millwright/core/browser';
import { type CostNode, getItemCostTree } from '../../contracts/index.ts';

/** Deepest expanded level; deeper items have a link to their own page. */
const deepest = 4;

/** A small indentation, because the panel is narrow and the tree is deep. */
const indent = { margin: 0, paddingInlineStart: '1.125rem' };

const sources: Readonly<Record<CostNode['source'], string>> = {
  steps: 'made',
  layers: 'average of what is in stock',
  item: 'its unit cost',
};

function Node({
  id,
  nodes,
  share,
  level,
}: {
  id: string;
  nodes: ReadonlyMap<string, CostNode>;
  share: string;
  level: number;
}) {
  const { canOpen } = useSession();
  const node = nodes.get(id);
  if (!node) return null;
  const { item, step, ownLabor, ownOverhead, uses, unit, unitCost, source } = node;
  return (
    <li>
      <Text size="sm" component="div">
        {share}
        <b>{item.sku}</b>, <Money value={unitCost} /> a {unit}
        {': '}
        {step && canOpen('/dashboard/production-steps') ? (
          <LinkText to={`/dashboard/production-steps/${step.id}`} size="sm" underline="always">
            {step.name}
          </LinkText>
        ) : (
          (step?.name ?? sources[source])
        )}
        {ownLabor !== null && (
          <Text span size="sm" c="dimmed">
            {' '}
            with <Money value={ownLabor} /> labour and <Money value={ownOverhead ?? 0} /> overhead
          </Text>
        )}
      </Text>
      {level < deepest && uses.length > 0 && (
        <ul style={indent}>
          {uses.map((used) => (
            <Node
              key={used.itemID}
              id={used.itemID}
              nodes={nodes}
              share={`${used.measure} ${used.unit} of `}
              level={level + 1}
            />
          ))}
        </ul>
      )}
    </li>
  );
}

/** How an item is made, and what its cost consists of. */
export function ItemMakingSlot({ itemID }: { itemID: string }) {
  const { can, canOpen, isPortal } = useSession();
  const isAllowed = can('inventory:read') && !isPortal;
  const tree = useEndpoint(getItemCostTree, { params: { itemID } }, { enabled: isAllowed });
  const nodes = tree.data?.nodes;
  const [own] = nodes ?? [];
  if (!own?.step || !nodes) return null;
  return (
    <Panel title="How it is made, and what that costs">
      <Stack gap="xs">
        <Text size="sm">
          <Money value={own.unitCost} /> a {own.unit}: <Money value={own.materials} /> materials
          {own.labor !== null && (
            <>
              , <Money value={own.labor} /> labour
            </>
          )}
          {own.overhead !== null && (
            <>
              , <Money value={own.overhead} /> overhead
            </>
          )}
        </Text>
        <ul style={indent}>
          <Node id={own.item.id} nodes={new Map(nodes.map((node) => [node.item.id, node]))} share="" level={0} />
        </ul>
        {canOpen('/dashboard/production-flow') && (
          <LinkText to={`/dashboard/production-flow?itemID=${itemID}`} size="sm" underline="always">
            Show the flow
          </LinkText>
        )}
      </Stack>
    </Panel>
  );
}
