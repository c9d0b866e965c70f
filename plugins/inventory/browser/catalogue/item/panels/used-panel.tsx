import { Group, Stack, Text } from '@mantine/core';
import { EmptyState, LinkText, Panel, PendingState, useEndpoint } from '@millwright/core/browser';
import { getItemUses, type Item, type ItemUse } from '../../../../contracts/index.ts';

function UsePanel({ use: { title, count, path, records } }: { use: ItemUse }) {
  return (
    <Panel
      title={`${title} (${count})`}
      actions={
        path && (
          <LinkText to={path} size="sm" aria-label={`Show all ${title.toLowerCase()} (${count})`}>
            Show all
          </LinkText>
        )
      }
    >
      <Stack gap={4}>
        {records.map((record) => (
          <Group key={record.id} gap="sm" wrap="nowrap">
            {record.path ? (
              <LinkText to={record.path} size="sm">
                {record.label}
              </LinkText>
            ) : (
              <Text size="sm">{record.label}</Text>
            )}
            {record.note && (
              <Text size="sm" c="dimmed" truncate>
                {record.note}
              </Text>
            )}
          </Group>
        ))}
        {count > records.length && (
          <Text size="sm" c="dimmed">
            and {count - records.length} more
          </Text>
        )}
      </Stack>
    </Panel>
  );
}

/** Uses of the item: orders, suppliers, limits, expected receipts, and those of other domains. */
export function UsedPanel({ item }: { item: Item }) {
  const uses = useEndpoint(getItemUses, { params: { itemID: item.id } }, { staleTime: 0 });
  if (!uses.data) return <PendingState query={uses} what="uses" lines={4} />;
  if (uses.data.uses.length === 0)
    return (
      <EmptyState
        icon="search"
        title="Used nowhere yet"
        text={`Orders, suppliers and lots of ${item.sku} appear here.`}
      />
    );
  return (
    <Stack gap="md">
      {uses.data.uses.map((use) => (
        <UsePanel key={use.title} use={use} />
      ))}
    </Stack>
  );
}
