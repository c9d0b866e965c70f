import { Alert, Anchor, Badge, NativeSelect, Text } from '@mantine/core';
import {
  accountURL,
  EmptyState,
  ErrorState,
  endpointPath,
  Icon,
  LoadingState,
  NoPermissionState,
  PageHeader,
  Panel,
  useImportTypes,
  useScreenTitle,
  useSession,
} from '@millwright/core/browser';
import { parseAsString, useQueryState } from 'nuqs';
import { useState } from 'react';
import { getImportTemplate, type ImportType } from '../../../core/contracts/work/import.contract.ts';
import { FileDrop } from './file-drop.tsx';
import classes from './import.module.css';
import { ReadDifferently } from './read-choices.tsx';
import { ImportLines } from './steps/import-lines.tsx';
import { useRecordsScreen } from './use-records-screen.ts';
import { type Upload as Files, type LinesFile, type ReadChoices, useUpload } from './use-upload.ts';

export function ImportCreateScreen() {
  const [picked, setPicked] = useQueryState('type', parseAsString);
  const { account, isPortal } = useSession();
  const types = useImportTypes();
  const items = types.data?.items ?? [];
  const type =
    items.find(({ name }) => name === picked) ?? (picked === null && items.length === 1 ? items[0] : undefined);
  const records = useRecordsScreen(type?.name);
  const title = type ? `Import ${type.title.toLowerCase()}` : 'Import a file';
  useScreenTitle(title);
  const state = () => {
    if (!account || isPortal) return <NoPermissionState />;
    if (types.error)
      return <ErrorState error={types.error} onRetry={() => void types.refetch()} what="list of imports" />;
    if (!types.data) return <LoadingState />;
    return (
      <EmptyState
        icon="lock"
        title="There is nothing that you may import"
        text={
          'Imports need the right to create the records that a file holds. ' +
          'An administrator of the account can change your role under Team.'
        }
      />
    );
  };
  return (
    <div className={classes['screen']}>
      <div className={classes['head']}>
        <PageHeader
          title={title}
          back={
            records
              ? { href: records.path, label: records.title.toLowerCase() }
              : { href: '/dashboard/imports', label: 'imports' }
          }
        />
      </div>
      {items.length === 0 ? (
        state()
      ) : (
        <div className={classes['narrow']}>
          <Panel title="What is in the file">
            <NativeSelect
              aria-label="What is in the file"
              value={type?.name ?? ''}
              onChange={(event) => void setPicked(event.currentTarget.value || null)}
              data={[
                ...(type ? [] : [{ value: '', label: 'Choose' }]),
                ...items.map(({ name, title: label }) => ({ value: name, label })),
              ]}
            />
            {type && (
              <Text size="sm" c="dimmed" mt="xs">
                {type.description}
              </Text>
            )}
            {!type && picked !== null && (
              <Text size="sm" c="var(--mantine-color-error)" mt="xs" role="alert">
                You may not import {picked.replaceAll('-', ' ')}.
              </Text>
            )}
          </Panel>
          {type && <Upload key={type.name} type={type} />}
        </div>
      )}
    </div>
  );
}

function Upload({ type }: { type: ImportType }) {
  const { upload, refused, isPending } = useUpload(type.name);
  const [file, setFile] = useState<File | null>(null);
  const [lines, setLines] = useState<LinesFile | null>(null);
  const send = (next: Files, choices?: ReadChoices) => {
    setFile(next.file);
    void upload(next, choices);
  };
  return (
    <>
      <Panel title="The file">
        {refused && (
          <Alert
            color="red"
            icon={<Icon name="alert" />}
            title={`${refused.file.name} cannot be read`}
            mb="sm"
            role="alert"
          >
            {refused.message}
            <ReadDifferently
              sheets={[]}
              sheet={null}
              isPending={isPending}
              onRead={(choices) => send(refused, choices)}
            />
          </Alert>
        )}
        {type.hasLines && <ImportLines lines={lines} onChange={setLines} />}
        <FileDrop
          pending={isPending ? file : null}
          onFile={(next) => send({ file: next, ...(lines?.on.trim() ? { lines } : {}) })}
        />
        <Text size="sm" mt="sm">
          <Anchor
            size="sm"
            underline="always"
            href={accountURL(endpointPath(getImportTemplate, { params: { importType: type.name } }))}
            download={`${type.name}.csv`}
          >
            Download a template
          </Anchor>{' '}
          with every heading and one line of examples. Other headings are recognised or chosen in the next step.
        </Text>
      </Panel>
      <Panel title="What a file can have">
        <ul className={classes['fields']}>
          {type.fields.map(({ name, label, isRequired, description, example, choices }) => (
            <li key={name}>
              <strong>{label}</strong> {isRequired && <Badge size="xs">Required</Badge>}
              <span className={classes['soft']}>
                {[
                  description,
                  choices.length ? `One of ${choices.join(', ')}.` : '',
                  example ? `Such as ${example}` : '',
                ]
                  .filter(Boolean)
                  .join(' ')}
              </span>
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}
