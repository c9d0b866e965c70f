import { Alert, Button } from '@mantine/core';
import {
  ChangeSetProgress,
  DateTimeText,
  formats,
  Icon,
  outcomeText,
  RecordScreen,
  toast,
  useChangeSet,
  useConfirm,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useParams } from 'react-router';
import type { PermissionCode } from '../../../core/contracts/plugins/permission.ts';
import {
  applyChangeSet,
  type ChangeSet,
  cancelChangeSet,
  changeSetStates,
  checkChangeSet,
  getChangeSet,
} from '../../../core/contracts/work/change-set.contract.ts';
import { ChangeSetStatusBadge } from './change-set-badges.tsx';
import { ChangeSetRows } from './change-set-rows.tsx';
import { keptSet, useUndoChangeSet } from './undo-change-set.tsx';

export function ChangeSetScreen() {
  const { changeSetID = '' } = useParams();
  const session = useSession();
  const confirm = useConfirm();
  const set = useChangeSet(changeSetID);
  const done = { onSuccess: (answer: ChangeSet) => tell(answer) };
  const apply = useEndpointMutation(applyChangeSet, done);
  const check = useEndpointMutation(checkChangeSet);
  const undo = useUndoChangeSet(done);
  const cancel = useEndpointMutation(cancelChangeSet, { invalidates: keptSet });
  const params = { changeSetID };
  const { number } = formats();

  const runApply = async ({ counts, version }: ChangeSet) => {
    const { error: errors } = counts;
    const skipErrors = errors > 0;
    if (
      skipErrors &&
      !(await confirm({
        title: `Apply without ${number(errors)} ${errors === 1 ? 'row' : 'rows'}?`,
        message: 'Rows with errors are left out; everything else is written.',
        confirmLabel: 'Apply the rest',
      }))
    )
      return;
    await apply.mutateAsync({ params, body: { skipErrors, version } }).catch(toast.error);
  };
  const runCancel = async ({ title }: ChangeSet) => {
    const isSure = await confirm({
      title: `Cancel “${title}”?`,
      message: 'Nothing of it was written; its rows are removed.',
      confirmLabel: 'Cancel the set',
      danger: true,
    });
    if (isSure) await cancel.mutateAsync({ params }).catch(toast.error);
  };

  return (
    <RecordScreen
      record={{ words: ['change set', 'imports and bulk changes'], home: '/dashboard/change-sets', get: getChangeSet }}
      query={set}
      times={false}
      title={({ title }) => title}
      status={({ status }) => <ChangeSetStatusBadge status={status} />}
      actions={(data) => {
        const may = session.can(data.permission as PermissionCode);
        if (!may || data.progress) return null;
        const isStopped = (phase: ChangeSet['failedIn']) =>
          changeSetStates.is.failed(data.status) && data.failedIn === phase;
        const canCheck = isStopped('checking') || isStopped('applying');
        return (
          <>
            {canCheck && (
              <Button
                variant="default"
                loading={check.isPending}
                onClick={() => void check.mutateAsync({ params, body: {} }).catch(toast.error)}
              >
                Check again
              </Button>
            )}
            {data.canUndo && (
              <Button
                variant="default"
                leftSection={<Icon name="undo" size={16} />}
                loading={undo.isPending}
                onClick={() => void undo.run(data)}
              >
                {isStopped('undoing') ? 'Resume undoing' : 'Undo'}
              </Button>
            )}
            {(changeSetStates.is.ready(data.status) || isStopped('applying')) && (
              <Button loading={apply.isPending} onClick={() => void runApply(data)}>
                {changeSetStates.is.ready(data.status) ? 'Apply' : 'Resume'}
              </Button>
            )}
          </>
        );
      }}
      menu={(data) => [
        session.can(data.permission as PermissionCode) &&
          changeSetStates.is.cancellable(data.status) &&
          data.appliedCount === 0 && {
            label: 'Cancel',
            icon: 'trash',
            danger: true,
            onClick: () => void runCancel(data),
          },
      ]}
      summary={({ counts, rowCount, appliedCount }) => [
        { label: 'Rows', value: number(rowCount) },
        { label: 'Create', value: number(counts.create) },
        { label: 'Change', value: number(counts.update) },
        { label: 'Delete', value: number(counts.delete) },
        { label: 'Unchanged', value: number(counts.unchanged) },
        { label: 'Left out', value: number(counts.skip) },
        { label: 'Refused', value: number(counts.error) },
        { label: 'Warnings', value: number(counts.warning) },
        { label: 'Written', value: number(appliedCount) },
      ]}
      facts={(data) => [
        { label: 'By', value: data.createdBy.name },
        { label: 'Started', value: <DateTimeText value={data.createdAt} /> },
        { label: 'Applied', value: data.appliedAt && <DateTimeText value={data.appliedAt} /> },
        { label: 'Undone', value: data.undoneAt && <DateTimeText value={data.undoneAt} /> },
      ]}
    >
      {(data) => (
        <>
          {data.failure && (
            <Alert color="red" title="Stopped" icon={<Icon name="alert" />}>
              {data.failure}
            </Alert>
          )}
          <ChangeSetProgress set={data} />
          <ChangeSetRows set={data} />
          {undo.dialog}
        </>
      )}
    </RecordScreen>
  );
}

function tell(set: ChangeSet): void {
  if (changeSetStates.is.failed(set.status)) toast.error(outcomeText(set, formats().number));
  else if (!set.progress) toast.success(`${set.title}: ${outcomeText(set, formats().number)}`);
}
