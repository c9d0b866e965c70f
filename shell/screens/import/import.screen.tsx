import { ErrorState, LoadingState, PageHeader, useImportTypes, useScreenTitle } from '@millwright/core/browser';
import { useParams } from 'react-router';
import classes from './import.module.css';
import { ImportSteps } from './steps/import-steps.tsx';
import { useImport } from './use-import.ts';

const back = { href: '/dashboard/imports', label: 'imports' };

export function ImportScreen() {
  const { importID = '' } = useParams();
  const set = useImport(importID);
  const types = useImportTypes();
  const error = set.error ?? types.error;
  useScreenTitle(set.data?.title);
  if (set.data && types.data)
    return (
      <ImportSteps key={importID} set={set.data} type={types.data.items.find(({ name }) => name === set.data.type)} />
    );
  return (
    <div className={classes['screen']}>
      <div className={classes['head']}>
        <PageHeader title={error ? 'No import' : 'Import'} back={back} />
      </div>
      {error ? (
        <ErrorState error={error} onRetry={() => void (set.error ? set : types).refetch()} what="import" />
      ) : (
        <LoadingState lines={10} />
      )}
    </div>
  );
}
