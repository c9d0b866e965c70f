import { type ListBulkAction, useSession } from '@millwright/core/browser';
import { useNavigate } from 'react-router';
import { type LabelType, largestLabelPrint } from '../../../contracts/index.ts';

/**
 * List action that opens the label screen for the selected rows; none for people without that screen. `toIDs` finds the
 * record ids if the rows are not the records.
 */
export function usePrintLabels(
  type: LabelType,
  toIDs: (rowIDs: readonly string[]) => Promise<readonly string[]> = async (ids) => ids,
): ListBulkAction[] {
  const session = useSession();
  const navigate = useNavigate();
  if (!session.canAll(['inventory:read', 'items:read', 'storage_locations:read'])) return [];
  return [
    {
      id: 'print-labels',
      label: 'Print labels',
      icon: 'printer',
      takesFilter: false,
      isQuiet: true,
      async run(selection) {
        const rowIDs = selection.kind === 'ids' ? selection.ids : [];
        if (rowIDs.length > largestLabelPrint.pdf)
          throw new Error(`At most ${largestLabelPrint.pdf} labels at a time; pick fewer rows`);
        const search = new URLSearchParams({ type });
        for (const id of new Set(await toIDs(rowIDs))) search.append('ids', id);
        await navigate(`/dashboard/labels?${search}`);
        return undefined;
      },
    },
  ];
}
