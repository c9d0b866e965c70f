import { Button, CloseButton, List, Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { PermissionCode } from '../../../contracts/permission.ts';
import { useClient } from '../../api-provider.tsx';
import { formats } from '../../format.ts';
import { useConfirm } from '../confirm-dialog.tsx';
import { Icon } from '../icon.tsx';
import { toast } from '../toast.tsx';
import classes from './list-screen.module.css';
import type { BulkAction, BulkResult, BulkSelection } from './list-types.ts';

interface Props {
  actions: readonly BulkAction[];
  selection: BulkSelection;
  /** Rows that the filter matches in all. */
  matching: number;
  can(permission: PermissionCode): boolean;
  /** Undefined where everything that matches is on this page. */
  onSelectMatching?(): void;
  onClear(): void;
  onDone(): void;
}

/** The bar at the bottom while rows are picked. */
export function ListBulkBar({ actions, selection, matching, can, onSelectMatching, onClear, onDone }: Props) {
  const confirm = useConfirm();
  const client = useClient();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [running, setRunning] = useState<string | null>(null);
  const [partial, setPartial] = useState<{ result: BulkResult; label: string } | null>(null);
  const { number } = formats();
  const allowed = actions.filter(({ needs }) => !needs || can(needs));

  const run = async (action: BulkAction) => {
    const question = action.confirm?.(selection.count);
    if (question && !(await confirm({ ...question, ...(action.danger ? { danger: true } : {}) }))) return;
    setRunning(action.id);
    try {
      const result = await action.run(selection);
      if (result?.changeSetID)
        (await import('./watch-bulk.tsx')).watchBulk({
          client,
          changeSetID: result.changeSetID,
          open: (path) => void navigate(path),
          onEnd: () => void queries.invalidateQueries(),
        });
      else if (result?.refused?.length) setPartial({ result, label: action.label });
      else if (!action.isQuiet) toast.success(`${action.label}: ${number(result?.done ?? selection.count)} done`);
      onDone();
    } catch (error) {
      toast.error(error);
    } finally {
      setRunning(null);
    }
  };

  return (
    <>
      {selection.count > 0 && (
        <div className={classes['bulk']} role="toolbar" aria-label="Actions for the selected rows">
          <span role="status">
            <strong>{number(selection.count)}</strong> selected
          </span>
          {selection.kind === 'ids' && onSelectMatching && (
            <Button variant="subtle" size="compact-sm" onClick={onSelectMatching}>
              Select all {number(matching)} matching
            </Button>
          )}
          {allowed.map((action) => (
            <Button
              key={action.id}
              variant="default"
              size="compact-sm"
              c={action.danger ? 'var(--mantine-color-error)' : undefined}
              leftSection={action.icon && <Icon name={action.icon} size={14} />}
              loading={running === action.id}
              disabled={
                (running !== null && running !== action.id) ||
                (selection.kind === 'filter' && action.takesFilter === false)
              }
              onClick={() => void run(action)}
            >
              {action.label}
            </Button>
          ))}
          <CloseButton size="sm" aria-label="Clear the selection" onClick={onClear} />
        </div>
      )}
      <Modal
        opened={partial !== null}
        onClose={() => setPartial(null)}
        title={
          <Text fw={600}>
            {partial
              ? `${partial.label}: ${partial.result.done} of ${partial.result.done + (partial.result.refused?.length ?? 0)} done`
              : ''}
          </Text>
        }
      >
        <Stack gap="xs">
          <Text size="sm">These were refused:</Text>
          <List size="sm" mah={320} style={{ overflowY: 'auto' }}>
            {partial?.result.refused?.map((refused) => (
              <List.Item key={refused.id}>
                <strong>{refused.label ?? refused.id}</strong>: {refused.reason}
              </List.Item>
            ))}
          </List>
        </Stack>
      </Modal>
    </>
  );
}
