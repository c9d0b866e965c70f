import { Alert, Button, Group } from '@mantine/core';
import {
  ChangeSetProgress,
  DateTimeText,
  EmptyState,
  Facts,
  formats,
  Icon,
  importPath,
  PageHeader,
  Panel,
  sizeText,
  toast,
  useConfirm,
  useEndpointMutation,
} from '@millwright/core/browser';
import { Link, useNavigate } from 'react-router';
import {
  applyChangeSet,
  cancelChangeSet,
  changeSetStates,
  checkChangeSet,
} from '../../../../core/contracts/work/change-set.contract.ts';
import { type ImportSet, type ImportType, updateImport } from '../../../../core/contracts/work/import.contract.ts';
import { ChangeSetStatusBadge } from '../../change-set/change-set-badges.tsx';
import { keptSet, useUndoChangeSet } from '../../change-set/undo-change-set.tsx';
import classes from '../import.module.css';
import { formatText, resultText } from '../import-text.ts';
import { useRecordsScreen } from '../use-records-screen.ts';
import { ImportCommit } from './import-commit.tsx';
import { ImportMappingStep } from './import-mapping.tsx';
import { ImportOptions } from './import-options.tsx';
import { ImportRows } from './import-rows.tsx';
import { ImportSource } from './import-source.tsx';

const phases: Partial<Record<ImportSet['status'], string>> = {
  staging: 'Reading the file',
  checking: 'Checking every row',
  applying: 'Importing',
  undoing: 'Undoing',
};

/** Actions on an import as a whole. */
function useImportActions(set: ImportSet) {
  const { id, type, counts, version, fileName } = set;
  const navigate = useNavigate();
  const confirm = useConfirm();
  const update = useEndpointMutation(updateImport, { onError: toast.error });
  const apply = useEndpointMutation(applyChangeSet, { onError: toast.error });
  const check = useEndpointMutation(checkChangeSet, { onError: toast.error });
  const cancel = useEndpointMutation(cancelChangeSet, { invalidates: keptSet, onError: toast.error });
  const changeSet = { params: { changeSetID: id } };

  const cancelImport = async () => {
    const isSure = await confirm({
      title: `Cancel the import of ${fileName}?`,
      message: 'Nothing of it was written; its rows are removed.',
      confirmLabel: 'Cancel the import',
      danger: true,
    });
    if (!isSure) return;
    await cancel.mutateAsync(changeSet);
    await navigate(importPath(type));
  };
  const resume = async () => {
    const isSure =
      counts.error === 0 ||
      (await confirm({
        title: `Go on without ${formats().number(counts.error)} ${counts.error === 1 ? 'row' : 'rows'}?`,
        message: 'Rows with errors are left out; everything else is written.',
        confirmLabel: 'Import the rest',
      }));
    if (isSure) apply.mutate({ ...changeSet, body: { skipErrors: counts.error > 0 } });
  };
  const change = (body: Parameters<typeof update.mutateAsync>[0]['body']) =>
    update.mutateAsync({ params: { importID: id }, body: { ...body, version } }).then(
      () => undefined,
      () => undefined,
    );
  return {
    isBusy: update.isPending || apply.isPending || check.isPending,
    isApplying: apply.isPending,
    isChecking: check.isPending,
    isCancelling: cancel.isPending,
    change,
    check: () => check.mutate({ ...changeSet, body: {} }),
    commit: (skipErrors: boolean) => apply.mutate({ ...changeSet, body: { skipErrors, version } }),
    resume,
    cancelImport,
  };
}

/** Why the import stopped, and how to continue. */
function StoppedAlert({ set, actions }: { set: ImportSet; actions: ReturnType<typeof useImportActions> }) {
  const { failedIn } = set;
  return (
    <Alert color="red" title="Stopped" icon={<Icon name="alert" />} role="alert">
      {set.failure}
      <Group gap="xs" mt="xs">
        {failedIn !== 'undoing' && (
          <Button variant="default" loading={actions.isChecking} onClick={actions.check}>
            Check again
          </Button>
        )}
        {failedIn === 'applying' && (
          <Button loading={actions.isApplying} onClick={() => void actions.resume()}>
            Resume
          </Button>
        )}
      </Group>
    </Alert>
  );
}

/** Result of the import, with a link to its records. */
function ImportedPanel({ set }: { set: ImportSet }) {
  const records = useRecordsScreen(set.type);
  return (
    <Panel title="Imported">
      <p className={classes['result']} role="status">
        {resultText(set.counts, formats().number)}
      </p>
      <Group gap="xs">
        {records && (
          <Button component={Link} to={records.path}>
            Go to {records.title.toLowerCase()}
          </Button>
        )}
        <Button variant="default" component={Link} to={importPath(set.type)}>
          Import another file
        </Button>
      </Group>
    </Panel>
  );
}

/** Notice that nothing is left of an undone or cancelled import. */
function UndonePanel({ set: { status, type } }: { set: ImportSet }) {
  return (
    <Panel>
      <EmptyState
        icon="undo"
        title={changeSetStates.is.undone(status) ? 'This import was undone' : 'This import was cancelled'}
        text={changeSetStates.is.undone(status) ? 'Everything is as it was before.' : 'Nothing of it was written.'}
        action={{ label: 'Import a file', href: importPath(type) }}
      />
    </Panel>
  );
}

function FilePanel({ set, canRead }: { set: ImportSet; canRead: boolean }) {
  const { number } = formats();
  return (
    <Panel flush>
      <Facts
        strip
        facts={[
          { label: 'File', value: set.fileSize ? `${set.fileName} (${sizeText(set.fileSize, number)})` : set.fileName },
          { label: 'Read as', value: formatText(set.format) },
          { label: 'Rows', value: number(set.rowCount) },
          { label: 'By', value: set.createdBy.name },
          { label: 'Uploaded', value: <DateTimeText value={set.createdAt} /> },
        ]}
      />
      <ImportSource set={set} canRead={canRead} />
    </Panel>
  );
}

/** An import on one page, from the mapping to the result. */
export function ImportSteps({ set, type }: { set: ImportSet; type: ImportType | undefined }) {
  const actions = useImportActions(set);
  const undo = useUndoChangeSet();
  const { status } = set;
  const fields = type?.fields ?? [];
  const failedIn = changeSetStates.is.failed(status) ? set.failedIn : null;
  const isUnwritten = set.appliedCount === 0 && (changeSetStates.is.early(status) || failedIn === 'checking');
  const canMap =
    !set.progress && (changeSetStates.is.ready(status) || failedIn === 'checking') && set.appliedCount === 0;

  return (
    <div className={classes['screen']}>
      <div className={classes['head']}>
        <PageHeader
          title={set.title}
          back={{ href: '/dashboard/imports', label: 'imports' }}
          beside={<ChangeSetStatusBadge status={status} />}
          actions={
            <>
              {isUnwritten && (
                <Button
                  variant="default"
                  onClick={() => void actions.cancelImport().catch(() => undefined)}
                  loading={actions.isCancelling}
                >
                  Cancel import
                </Button>
              )}
              {set.canUndo && !set.progress && (
                <Button
                  variant="default"
                  leftSection={<Icon name="undo" size={16} />}
                  onClick={() => void undo.run(set)}
                  loading={undo.isPending}
                >
                  {failedIn === 'undoing' ? 'Resume undoing' : 'Undo'}
                </Button>
              )}
            </>
          }
        />
      </div>
      <div className={classes['body']}>
        {failedIn && <StoppedAlert set={set} actions={actions} />}
        {changeSetStates.is.applied(status) && <ImportedPanel set={set} />}
        {changeSetStates.is.withdrawn(status) && <UndonePanel set={set} />}
        {set.progress && (
          <Panel title={phases[status] ?? 'Working'}>
            <ChangeSetProgress set={set} />
            <p className={classes['hint']}>It goes on when you leave this page, and is found again under Imports.</p>
          </Panel>
        )}
        <FilePanel set={set} canRead={isUnwritten && set.fileSize > 0} />
        {isUnwritten && (
          <>
            <ImportMappingStep
              set={set}
              fields={fields}
              canEdit={canMap && !actions.isBusy}
              onChange={(columns) => actions.change({ columns })}
            />
            <ImportOptions
              set={set}
              fields={fields}
              records={type?.title.toLowerCase() ?? 'records'}
              hasLines={type?.hasLines ?? false}
              canEdit={canMap && !actions.isBusy}
              onChange={actions.change}
            />
          </>
        )}
        {!changeSetStates.is.cancelled(status) && set.rowCount > 0 && (
          <ImportRows
            set={set}
            title={isUnwritten ? '3. Rows' : 'Rows'}
            fields={fields}
            canEdit={changeSetStates.is.ready(status) && isUnwritten}
          />
        )}
      </div>
      {changeSetStates.is.ready(status) && (
        <ImportCommit set={set} isPending={actions.isBusy} onCommit={actions.commit} />
      )}
      {undo.dialog}
    </div>
  );
}
