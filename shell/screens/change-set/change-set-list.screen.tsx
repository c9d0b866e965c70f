import { ListScreen, useSession } from '@millwright/core/browser';
import { listChangeSets } from '../../../core/contracts/change-set.contract.ts';
import type { PermissionCode } from '../../../core/contracts/permission.ts';
import { statusOptions } from './change-set-badges.tsx';
import { changeSetColumns } from './change-set-columns.tsx';

export function ChangeSetListScreen() {
  const { can } = useSession();
  return (
    <ListScreen
      name="change-sets"
      title="Imports and bulk changes"
      endpoint={listChangeSets}
      searchPlaceholder="Search titles"
      columns={changeSetColumns}
      filters={[{ kind: 'multi', name: 'statuses', label: 'Status', options: statusOptions }]}
      views={[{ id: 'stopped', name: 'Stopped', query: 'statuses=failed' }]}
      defaultSort={{ by: 'createdAt', order: 'desc' }}
      // An import is shown with its file and mapping to who may run it.
      rowHref={(set) => {
        const isImport = set.action.endsWith('.import') && can(set.permission as PermissionCode);
        return `/dashboard/${isImport ? 'imports' : 'change-sets'}/${set.id}`;
      }}
      rowLabel={(set) => set.title}
      empty={{
        title: 'Nothing yet',
        text: 'Imports, and bulk actions over more than 2,000 records, appear here with what they did.',
        icon: 'layers',
      }}
    />
  );
}
