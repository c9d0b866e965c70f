import { Group, Kbd, Modal, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useShortcut, useShortcuts } from '../../keys/shortcut.ts';

const symbols: Record<string, string> = {
  arrowdown: '↓',
  arrowup: '↑',
  arrowleft: '←',
  arrowright: '→',
  enter: 'Enter',
  escape: 'Esc',
  space: 'Space',
  shift: 'Shift',
  alt: 'Alt',
};

const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Keys in readable form: `Ctrl S` or `⌘ S` for `mod+s`. */
export function ShortcutKeys({ keys }: { keys: string }) {
  const parts = keys.split(' ').flatMap((press) => press.split('+'));
  return (
    <Group gap={4} wrap="nowrap" component="span">
      {parts.map((part, index) => (
        <Kbd key={`${part}-${index + 1}`} size="xs">
          {part === 'mod' ? (isApple() ? '⌘' : 'Ctrl') : (symbols[part] ?? part.toUpperCase())}
        </Kbd>
      ))}
    </Group>
  );
}

/** The sheet that `?` opens, with all shortcuts of the current screen. Part of `UiProvider`. */
export function KeyboardSheet() {
  const [opened, setOpened] = useState(false);
  const shortcuts = useShortcuts();
  useShortcut('?', () => setOpened(true), { label: 'Show this sheet' });
  const groups = [...new Set(shortcuts.map(({ group }) => group))];
  return (
    <Modal opened={opened} onClose={() => setOpened(false)} title={<Text fw={600}>Keyboard</Text>} size="lg">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
        {groups.map((group) => (
          <Stack key={group} gap={6}>
            <Title order={3}>{group}</Title>
            {shortcuts
              .filter((shortcut) => shortcut.group === group)
              .map((shortcut) => (
                <Group key={shortcut.keys} justify="space-between" wrap="nowrap">
                  <Text size="sm">{shortcut.label}</Text>
                  <ShortcutKeys keys={shortcut.keys} />
                </Group>
              ))}
          </Stack>
        ))}
      </SimpleGrid>
    </Modal>
  );
}
