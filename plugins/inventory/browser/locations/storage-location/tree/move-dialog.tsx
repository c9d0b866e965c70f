import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { RecordPicker, toast } from '@millwright/core/browser';
import { useState } from 'react';
import { locationSource } from '../../../record-sources.ts';
import { useMoveLocations } from './use-move-locations.ts';

/** Asks for the new parent of places; an empty choice is the top of the tree. */
export function MoveLocationDialog(props: { ids: readonly string[]; what: string; onClose(): void; onMoved(): void }) {
  const { ids, what, onClose, onMoved } = props;
  const [parentID, setParentID] = useState<string | null>(null);
  const [isMoving, setMoving] = useState(false);
  const move = useMoveLocations();
  const run = async () => {
    setMoving(true);
    const moved = await move(ids, parentID);
    setMoving(false);
    if (moved === 0) return;
    toast.success(moved === 1 ? `${what} moved` : `${moved} places moved`);
    onMoved();
  };
  return (
    <Modal opened onClose={onClose} title={<Text fw={600}>Move {what}</Text>}>
      <Stack gap="md">
        <RecordPicker
          source={locationSource}
          value={parentID}
          onPick={setParentID}
          label="Into"
          placeholder="The top of the tree"
          clearable
          data-autofocus
        />
        <Text size="sm" c="dimmed">
          All that is inside moves along, with its stock. Paths change, stock and history stay.
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={isMoving} onClick={() => void run()}>
            Move
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
