import { List, Modal, Stack, Text } from '@mantine/core';
import {
  ApiError,
  formats,
  toast,
  type UseEndpointMutationOptions,
  useConfirm,
  useEndpointMutation,
} from '@millwright/core/browser';
import { useState } from 'react';
import { type ChangeSet, getChangeSet, undoChangeSet } from '../../../core/contracts/work/change-set.contract.ts';
import { getImport } from '../../../core/contracts/work/import.contract.ts';

/** Endpoints that stay cached when a set is undone: a cancelled set loses its rows, but can still be viewed. */
export const keptSet = [getChangeSet, getImport];

type Refusals = { refusals: { row: number; label: string; reason: string }[]; count: number };

const refusalsOf = (error: unknown): Refusals | undefined =>
  error instanceof ApiError && error.code === 'undo_refused' ? (error.details as Refusals) : undefined;

/** Undoes a set after confirmation; render `dialog`, which shows the reasons of a refusal. */
export function useUndoChangeSet(options: UseEndpointMutationOptions<typeof undoChangeSet> = {}) {
  const confirm = useConfirm();
  const undo = useEndpointMutation(undoChangeSet, options);
  const [refused, setRefused] = useState<Refusals | null>(null);
  const { number } = formats();
  const run = async ({ id, title, appliedCount }: ChangeSet) => {
    const isSure = await confirm({
      title: `Undo “${title}”?`,
      message: `${number(appliedCount)} rows are taken back as one, unless later changes depend on them.`,
      confirmLabel: 'Undo',
      danger: true,
    });
    if (!isSure) return;
    try {
      await undo.mutateAsync({ params: { changeSetID: id }, body: {} });
    } catch (error) {
      const refusals = refusalsOf(error);
      if (refusals) setRefused(refusals);
      else toast.error(error);
    }
  };
  const dialog = (
    <Modal opened={refused !== null} onClose={() => setRefused(null)} title="It cannot be undone">
      <Stack gap="xs">
        <Text size="sm">Later changes depend on {number(refused?.count ?? 0)} of its rows; nothing was undone.</Text>
        <List size="sm" mah={320} style={{ overflowY: 'auto' }}>
          {refused?.refusals.map(({ row, label, reason }) => (
            <List.Item key={row}>
              <strong>{label}</strong>: {reason}
            </List.Item>
          ))}
        </List>
      </Stack>
    </Modal>
  );
  return { run, dialog, isPending: undo.isPending };
}
