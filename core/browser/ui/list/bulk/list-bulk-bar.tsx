import { Button, CloseButton, List, Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { useNavigate } from 'react-router';
import type { PermissionCode } from '../../../../contracts/plugins/permission.ts';
import { undoChangeSet } from '../../../../contracts/work/change-set.contract.ts';
import { useClient } from '../../../api/api-provider.tsx';
import { formats } from '../../../format/format.ts';
import { late, loadLate } from '../../../format/late.tsx';
import { Icon } from '../../display/icon.tsx';
import { useConfirm } from '../../feedback/confirm-dialog.tsx';
import { toast } from '../../feedback/toast.tsx';
import classes from '../list-screen.module.css';
import type { BulkEdit, BulkResult, BulkSelection, ListBulkAction } from '../list-types.ts';
import type { BulkEditDialog as Loading } from './bulk-edit-dialog.tsx';

const BulkEditDialog = late<ComponentProps<typeof Loading>>(
  async () => (await import('./bulk-edit-dialog.tsx')).BulkEditDialog,
  { name: 'The dialog' },
);

interface Props {
  actions: readonly ListBulkAction[];
  edit: BulkEdit | undefined;
  selection: BulkSelection;
  /** Number of all matching rows. */
  matching: number;
  can(permission: PermissionCode): boolean;
  /** Undefined if all matching rows are on this page. */
  onSelectMatching?(): void;
  onClear(): void;
  onDone(): void;
}

/** Result of an action that refused some of its rows. */
interface PartialResult {
  result: BulkResult;
  label: string;
}

/** The bar at the bottom while rows are picked. */
export function BulkBar({ actions, edit, selection, matching, can, onSelectMatching, onClear, onDone }: Props) {
  const confirm = useConfirm();
  const client = useClient();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [running, setRunning] = useState<string | null>(null);
  const [isEditing, setEditing] = useState(false);
  const [partial, setPartial] = useState<PartialResult | null>(null);
  const { number } = formats();
  const allowed = actions.filter(({ needs }) => !needs || can(needs));

  const undo = async (changeSetID: string) => {
    const set = await client.call(undoChangeSet, { params: { changeSetID }, body: {} });
    if (set.progress) await watch(changeSetID);
    await queries.invalidateQueries();
  };
  const watch = async (changeSetID: string) =>
    (await loadLate(() => import('./watch-bulk.tsx'))).watchBulk({
      client,
      changeSetID,
      open: (path) => void navigate(path),
      onEnd: () => void queries.invalidateQueries(),
    });
  /** Shows the result, or the progress of a job. */
  const tell = async (label: string, result: BulkResult | undefined, isQuiet = false) => {
    const done = `${label}: ${number(result?.done ?? selection.count)} done`;
    const { undoChangeSetID } = result ?? {};
    if (result?.changeSetID) await watch(result.changeSetID);
    else if (result?.refused?.length) setPartial({ result, label });
    else if (undoChangeSetID) toast.undo(done, () => undo(undoChangeSetID));
    else if (!isQuiet) toast.success(done);
    onDone();
  };

  const run = async (action: ListBulkAction) => {
    const question = questionOf(action, selection);
    if (question && !(await confirm({ ...question, ...(action.danger ? { danger: true } : {}) }))) return;
    setRunning(action.id);
    try {
      await tell(action.label, await action.run(selection), action.isQuiet);
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
          {edit && can(edit.needs) && (
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<Icon name="edit" size={14} />}
              onClick={() => setEditing(true)}
            >
              Change…
            </Button>
          )}
          <CloseButton size="sm" aria-label="Clear the selection" onClick={onClear} />
        </div>
      )}
      {edit && isEditing && (
        <BulkEditDialog
          edit={edit}
          selection={selection}
          onClose={() => setEditing(false)}
          onDone={(result) => void tell('Change', result)}
        />
      )}
      <RefusedRowsDialog
        partial={partial}
        onClose={() => setPartial(null)}
        onUndo={(changeSetID) => void undo(changeSetID).catch((error: unknown) => toast.error(error))}
      />
    </>
  );
}

/** The confirmation before an action; always required if it applies to all records. */
function questionOf(action: ListBulkAction, selection: BulkSelection) {
  const question = action.confirm?.(selection.count);
  if (selection.kind !== 'filter' || !selection.all) return question;
  const all = formats().number(selection.count);
  const dialog = question ?? { title: `${action.label} all ${all}?`, confirmLabel: action.label };
  return {
    ...dialog,
    message: (
      <>
        <Text size="sm" fw={600}>
          {`No filter restricts the list: this is about all ${all}.`}
        </Text>
        {dialog.message}
      </>
    ),
  };
}

interface RefusedRowsDialogProps {
  /** Null unless rows were refused. */
  partial: PartialResult | null;
  onClose(): void;
  onUndo(changeSetID: string): void;
}

/** The refused rows with their reasons. */
function RefusedRowsDialog({ partial, onClose, onUndo }: RefusedRowsDialogProps) {
  const { done = 0, refused = [], undoChangeSetID } = partial?.result ?? {};
  return (
    <Modal
      opened={partial !== null}
      onClose={onClose}
      title={<Text fw={600}>{partial ? `${partial.label}: ${done} of ${done + refused.length} done` : ''}</Text>}
    >
      <Stack gap="xs">
        <Text size="sm">These were refused:</Text>
        <List size="sm" mah={320} style={{ overflowY: 'auto' }}>
          {refused.map(({ id, label, reason }) => (
            <List.Item key={id}>
              <strong>{label ?? id}</strong>: {reason}
            </List.Item>
          ))}
        </List>
        {undoChangeSetID && (
          <Button
            variant="default"
            leftSection={<Icon name="undo" size={14} />}
            onClick={() => {
              onClose();
              onUndo(undoChangeSetID);
            }}
          >
            Undo the {formats().number(done)} done
          </Button>
        )}
      </Stack>
    </Modal>
  );
}
