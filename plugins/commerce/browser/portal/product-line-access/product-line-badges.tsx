import { Badge, Group } from '@mantine/core';

/** Names of product lines, all of them in words and the first few as badges. */
export function ProductLineBadges({ lines }: { lines: readonly { id: string; name: string }[] }) {
  const shown = lines.slice(0, 4);
  return (
    <Group gap={4} wrap="nowrap" title={lines.map(({ name }) => name).join(', ')}>
      {shown.map(({ id, name }) => (
        <Badge key={id} variant="light" tt="none">
          {name}
        </Badge>
      ))}
      {lines.length > shown.length && <span>+{lines.length - shown.length}</span>}
    </Group>
  );
}
