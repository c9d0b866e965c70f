import { type BulkSelection, ListScreen, selectionBody, toast, useClient, useSession } from '@millwright/core/browser';
import { useNavigate } from 'react-router';
import { listPicks, mostPicksOfWave, releasePicks } from '../../../contracts/index.ts';
import { orderCustomerSource } from '../../document/order-sources.ts';
import { carrierSource, customerTypeSource, productLineSource, salesRepSource } from '../../sources/record-sources.ts';
import { pickDepartmentSource } from './department-source.ts';
import { pickColumns } from './pick-columns.tsx';
import { walkPath } from './walk/walk-path.ts';

/** The queue of picks, most urgent first. Picks are released one by one, or as a wave with one walk. */
export function PickListScreen() {
  const client = useClient();
  const navigate = useNavigate();
  const { account } = useSession();
  const walk = async (selection: BulkSelection) => {
    if (selection.kind !== 'ids') return undefined;
    if (selection.ids.length > mostPicksOfWave) {
      toast.info(`A wave has at most ${mostPicksOfWave} picks`);
      return undefined;
    }
    const answer = await client.call(releasePicks, { body: { pickIDs: selection.ids } });
    const refused = new Set(answer.refused.map(({ id }) => id));
    const released = selection.ids.filter((id) => !refused.has(id));
    if (released.length) await navigate(walkPath(released));
    return answer;
  };
  return (
    <ListScreen
      name="picking"
      title="Picking"
      endpoint={listPicks}
      fixedQuery={{ status: 'open' }}
      searchPlaceholder="Pick, order, customer"
      columns={pickColumns}
      filters={[
        {
          name: 'status',
          label: 'Show',
          options: [
            { value: 'open', label: 'Open' },
            { value: 'closed', label: 'Finished' },
            { value: 'all', label: 'All' },
          ],
        },
        { name: 'stages', label: 'Stage' },
        { name: 'departmentIDs', options: pickDepartmentSource },
        { name: 'customerIDs', options: orderCustomerSource },
        { name: 'customerGroupIDs', label: 'Customer type', options: customerTypeSource },
        { name: 'productLineIDs', options: productLineSource },
        { name: 'carrierIDs', options: carrierSource },
        { name: 'assigneeIDs', label: 'Picker', options: salesRepSource(account?.id ?? '') },
        { name: 'priorityCodes', label: 'Priority' },
        { name: 'isShort', label: 'Short of stock' },
        'isLate',
        { name: 'startDate', label: 'Opened' },
      ]}
      views={[
        { id: 'to_release', name: 'To release', query: 'stages=to_release' },
        { id: 'to_pick', name: 'To pick', query: 'stages=to_pick&stages=picking' },
        { id: 'to_pack', name: 'To pack', query: 'stages=to_pack' },
        { id: 'short', name: 'Short', query: 'isShort=true' },
        { id: 'finished', name: 'Finished', query: 'status=closed&sortBy=finishedAt&sortOrder=desc' },
      ]}
      rowHref={(pick) => `/dashboard/picking/${pick.id}`}
      rowLabel={(pick) => pick.number}
      bulkActions={[
        {
          id: 'walk',
          label: 'Release and walk',
          icon: 'inbox',
          needs: 'picks:update',
          takesFilter: false,
          isQuiet: true,
          run: walk,
        },
        {
          id: 'release',
          label: 'Release',
          needs: 'picks:update',
          run: (selection) => client.call(releasePicks, { body: selectionBody(selection, 'pickIDs') }),
        },
      ]}
      empty={{
        title: 'Nothing to pick',
        text: 'Every order that is issued appears here, with the places that its goods lie in.',
        icon: 'inbox',
      }}
    />
  );
}
