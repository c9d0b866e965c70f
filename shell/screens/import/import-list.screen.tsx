import { EmptyState, ErrorState, ListScreen, LoadingState, PageHeader, useImportTypes } from '@millwright/core/browser';
import { listChangeSets } from '../../../core/contracts/work/change-set.contract.ts';
import { changeSetColumns } from '../change-set/change-set-columns.tsx';

export function ImportListScreen() {
  const types = useImportTypes();
  const items = types.data?.items ?? [];
  if (items.length === 0)
    return (
      <>
        <PageHeader title="Imports" />
        {types.error ? (
          <ErrorState error={types.error} onRetry={() => void types.refetch()} what="list of imports" />
        ) : types.isLoading ? (
          <LoadingState />
        ) : (
          <EmptyState icon="lock" title="There is nothing that you may import" />
        )}
      </>
    );
  return (
    <ListScreen
      name="imports"
      title="Imports"
      endpoint={listChangeSets}
      fixedQuery={{ actions: items.map(({ name }) => `${name}.import`) }}
      searchPlaceholder="Search file names"
      columns={changeSetColumns}
      filters={[{ name: 'statuses', label: 'Status' }]}
      defaultSort={{ by: 'createdAt', order: 'desc' }}
      rowHref={(set) => `/dashboard/imports/${set.id}`}
      rowLabel={(set) => set.title}
      primaryAction={{ label: 'Import a file', href: '/dashboard/imports/create' }}
      empty={{
        title: 'No imports yet',
        text: 'Bring records in from CSV files and workbooks: check them first, and undo what went wrong.',
        icon: 'upload',
        action: { label: 'Import a file', href: '/dashboard/imports/create' },
      }}
    />
  );
}
