import { type ListBulkAction, useSession } from '@millwright/core/browser';
import { useNavigate } from 'react-router';
import { type LabelType, largestLabelPrint } from '../../../contracts/index.ts';

/**
 * The action of a list that opens the labels of the picked rows; none for who may not see that screen. `toIDs` finds
 * the records behind the rows where a row is not the record itself.
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
