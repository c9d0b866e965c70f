import { Alert, Button, FileButton } from '@mantine/core';
import { Icon, useEndpointMutation } from '@millwright/core/browser';
import { useState } from 'react';
import { cancelChangeSet } from '../../../../core/contracts/work/change-set.contract.ts';
import type { ImportSet } from '../../../../core/contracts/work/import.contract.ts';
import classes from '../import.module.css';
import { ReadDifferently } from '../read-choices.tsx';
import { keptFiles, type ReadChoices, type Upload, useUpload } from '../use-upload.ts';

/** How the file was read, and a way to read it differently, which replaces this import by a new one. */
export function ImportSource({ set, canRead }: { set: ImportSet; canRead: boolean }) {
  const { id, warnings, format } = set;
  const { upload, refused, isPending } = useUpload(set.type);
  const cancel = useEndpointMutation(cancelChangeSet);
  const [picked, setPicked] = useState<Upload | null>(null);
  const files = picked ?? keptFiles(id);
  const readAgain = async (choices: ReadChoices) => {
    // This import has written nothing yet; if cancelling fails, it can still be cancelled from the list.
    if (files && (await upload(files, choices)))
      await cancel.mutateAsync({ params: { changeSetID: id } }).catch(() => undefined);
  };
  return (
    <div className={classes['source']}>
      {warnings.length > 0 && (
        <details className={classes['details']} open={warnings.length <= 3}>
          <summary>
            {warnings.length === 1 ? '1 thing to know' : `${warnings.length} things to know`} about the file
          </summary>
          <ul className={classes['list']}>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </details>
      )}
      {refused && (
        <Alert
          color="red"
          icon={<Icon name="alert" />}
          title={`${refused.file.name} cannot be read`}
          mt="sm"
          role="alert"
        >
          {refused.message}
        </Alert>
      )}
      {canRead && files && (
        <ReadDifferently
          sheets={format.sheets}
          sheet={format.sheet}
          isPending={isPending}
          onRead={(choices) => void readAgain(choices)}
        />
      )}
      {canRead && !files && (
        <details className={classes['details']}>
          <summary>Read the file differently</summary>
          <p className={classes['hint']}>Choose the file again, then say which sheet, encoding or delimiter it has.</p>
          <FileButton accept=".csv,.tsv,.txt,.xlsx" onChange={(file) => setPicked(file && { file })}>
            {(button) => (
              <Button {...button} variant="default">
                Choose {set.fileName} again
              </Button>
            )}
          </FileButton>
        </details>
      )}
    </div>
  );
}
