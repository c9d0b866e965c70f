import { Badge, Group } from '@mantine/core';

/** The first few product lines as badges, with all names in the tooltip. */
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
