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
  toast,
  useConfirm,
  useEndpointMutation,
} from '@millwright/core/browser';
import { Link, useNavigate } from 'react-router';
import { applyChangeSet, cancelChangeSet, checkChangeSet } from '../../../core/contracts/change-set.contract.ts';
import { type ImportSet, type ImportType, updateImport } from '../../../core/contracts/import.contract.ts';
import { ChangeSetStatusBadge } from '../change-set/change-set-badges.tsx';
import { keptSet, useUndoChangeSet } from '../change-set/undo-change-set.tsx';
import classes from './import.module.css';
import { ImportCommit } from './import-commit.tsx';
import { ImportMappingStep } from './import-mapping.tsx';
import { ImportOptions } from './import-options.tsx';
import { ImportRows } from './import-rows.tsx';
import { ImportSource } from './import-source.tsx';
import { formatText, resultText, sizeText } from './import-text.ts';
import { useRecordsScreen } from './use-records-screen.ts';

const phases: Partial<Record<ImportSet['status'], string>> = {
  staging: 'Reading the file',
  checking: 'Checking every row',
  applying: 'Importing',
  undoing: 'Undoing',
};

/** An import from its columns to what came of it, on one page. */
export function ImportSteps({ set, type }: { set: ImportSet; type: ImportType | undefined }) {
  const navigate = useNavigate();
  const confirm = useConfirm();
  const records = useRecordsScreen(set.type);
  const update = useEndpointMutation(updateImport, { onError: toast.error });
  const apply = useEndpointMutation(applyChangeSet, { onError: toast.error });
  const check = useEndpointMutation(checkChangeSet, { onError: toast.error });
  const cancel = useEndpointMutation(cancelChangeSet, { invalidates: keptSet, onError: toast.error });
  const undo = useUndoChangeSet();
  const { number } = formats();
  const { id, status, counts, version, fileName } = set;
  const fields = type?.fields ?? [];
  const failedIn = status === 'failed' ? set.failedIn : null;
  const isUnwritten =
    set.appliedCount === 0 && (['staging', 'checking', 'ready'].includes(status) || failedIn === 'checking');
  const canMap = !set.progress && (status === 'ready' || failedIn === 'checking') && set.appliedCount === 0;
  const isBusy = update.isPending || apply.isPending || check.isPending;
  const changeSet = { params: { changeSetID: id } };

  const runCancel = async () => {
    const isSure = await confirm({
      title: `Cancel the import of ${fileName}?`,
      message: 'Nothing of it was written; its rows are removed.',
      confirmLabel: 'Cancel the import',
      danger: true,
    });
    if (!isSure) return;
    await cancel.mutateAsync(changeSet);
    await navigate(importPath(set.type));
  };
  const runResume = async () => {
    const isSure =
      counts.error === 0 ||
      (await confirm({
        title: `Go on without ${number(counts.error)} ${counts.error === 1 ? 'row' : 'rows'}?`,
        message: 'Rows with errors are left out; everything else is written.',
        confirmLabel: 'Import the rest',
      }));
    if (isSure) apply.mutate({ ...changeSet, body: { skipErrors: counts.error > 0 } });
  };
  const patch = (body: Parameters<typeof update.mutateAsync>[0]['body']) =>
    update.mutateAsync({ params: { importID: id }, body: { ...body, version } }).then(
      () => undefined,
      () => undefined,
    );

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
                  onClick={() => void runCancel().catch(() => undefined)}
                  loading={cancel.isPending}
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
        {failedIn && (
          <Alert color="red" title="Stopped" icon={<Icon name="alert" />} role="alert">
            {set.failure}
            <Group gap="xs" mt="xs">
              {failedIn !== 'undoing' && (
                <Button
                  variant="default"
                  loading={check.isPending}
                  onClick={() => check.mutate({ ...changeSet, body: {} })}
                >
                  Check again
                </Button>
              )}
              {failedIn === 'applying' && (
                <Button loading={apply.isPending} onClick={() => void runResume()}>
                  Resume
                </Button>
              )}
            </Group>
          </Alert>
        )}
        {status === 'applied' && (
          <Panel title="Imported">
            <p className={classes['result']} role="status">
              {resultText(counts, number)}
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
        )}
        {(status === 'undone' || status === 'cancelled') && (
          <Panel>
            <EmptyState
              icon="undo"
              title={status === 'undone' ? 'This import was undone' : 'This import was cancelled'}
              text={status === 'undone' ? 'Everything is as it was before.' : 'Nothing of it was written.'}
              action={{ label: 'Import a file', href: importPath(set.type) }}
            />
          </Panel>
        )}
        {set.progress && (
          <Panel title={phases[status] ?? 'Working'}>
            <ChangeSetProgress set={set} />
            <p className={classes['hint']}>It goes on when you leave this page, and is found again under Imports.</p>
          </Panel>
        )}
        <Panel flush>
          <Facts
            strip
            facts={[
              { label: 'File', value: set.fileSize ? `${fileName} (${sizeText(set.fileSize, number)})` : fileName },
              { label: 'Read as', value: formatText(set.format) },
              { label: 'Rows', value: number(set.rowCount) },
              { label: 'By', value: set.createdBy.name },
              { label: 'Uploaded', value: <DateTimeText value={set.createdAt} /> },
            ]}
          />
          <ImportSource set={set} canRead={isUnwritten && set.fileSize > 0} />
        </Panel>
        {isUnwritten && (
          <>
            <ImportMappingStep
              set={set}
              fields={fields}
              canEdit={canMap && !isBusy}
              onChange={(columns) => patch({ columns })}
            />
            <ImportOptions
              set={set}
              fields={fields}
              records={type?.title.toLowerCase() ?? 'records'}
              hasLines={type?.hasLines ?? false}
              canEdit={canMap && !isBusy}
              onChange={patch}
            />
          </>
        )}
        {status !== 'cancelled' && set.rowCount > 0 && (
          <ImportRows
            set={set}
            title={isUnwritten ? '3. Rows' : 'Rows'}
            fields={fields}
            canEdit={status === 'ready' && isUnwritten}
          />
        )}
      </div>
      {status === 'ready' && (
        <ImportCommit
          set={set}
          isPending={isBusy}
          onCommit={(skipErrors) => apply.mutate({ ...changeSet, body: { skipErrors, version } })}
        />
      )}
      {undo.dialog}
    </div>
  );
}
