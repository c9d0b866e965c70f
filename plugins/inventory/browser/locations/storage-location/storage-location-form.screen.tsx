import {
  ErrorState,
  FormScreen,
  LoadingState,
  toast,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useParams, useSearchParams } from 'react-router';
import {
  createStorageLocation,
  createStorageLocationBody,
  getStorageLocation,
  getStorageLocationTree,
  listStorageLocations,
  updateStorageLocation,
  updateStorageLocationBody,
} from '../../../contracts/index.ts';
import { stockReads } from '../../catalogue/item/stock-reads.ts';
import { partySource } from '../../record-sources.ts';
import { LocationFields } from './location-fields.tsx';
import { useClosing } from './use-closing.tsx';

const lists = [listStorageLocations, getStorageLocationTree, getStorageLocation];

export function StorageLocationFormScreen() {
  const { locationID } = useParams();
  const [search] = useSearchParams();
  const session = useSession();
  const location = useEndpoint(
    getStorageLocation,
    { params: { locationID: locationID ?? '' } },
    { enabled: Boolean(locationID) },
  );
  const askToClose = useClosing();
  const create = useEndpointMutation(createStorageLocation, { invalidates: lists });
  const update = useEndpointMutation(updateStorageLocation, { invalidates: [...lists, ...stockReads] });
  if (locationID && !location.data)
    return location.error ? (
      <ErrorState error={location.error} onRetry={() => void location.refetch()} what="storage location" />
    ) : (
      <LoadingState />
    );
  const { data } = location;
  const holder = data && !data.holderAccount.isSelf ? data.holderAccount : undefined;
  return (
    <FormScreen
      title={data?.fullName ?? 'New storage location'}
      back={
        data
          ? { href: `/dashboard/storage-locations/${data.id}`, label: data.name }
          : { href: '/dashboard/storage-locations', label: 'storage locations' }
      }
      schema={data ? updateStorageLocationBody : createStorageLocationBody}
      values={
        data
          ? {
              name: data.name,
              type: data.type,
              parentID: data.parent?.id ?? null,
              reservationState: data.reservationState,
              isPromisable: data.isPromisable,
              departmentID: data.department?.id ?? null,
              holderAccountID: holder?.id ?? null,
              notes: data.notes,
              // False cannot be sent: a place stops being the default when another one becomes it.
              ...(data.isDefault ? { isDefault: true as const } : {}),
              version: data.version,
            }
          : {
              name: '',
              type: 'bin',
              parentID: search.get('parentID'),
              reservationState: 'open',
              isDefault: false,
            }
      }
      canSave={session.can(data ? 'storage_locations:update' : 'storage_locations:create')}
      onSave={async (values) => {
        const closes = data?.reservationState !== 'closed' && values.reservationState === 'closed';
        if (data && closes && !(await askToClose(data))) return undefined;
        const saved = data
          ? await update.mutateAsync({ params: { locationID: data.id }, body: updateStorageLocationBody.parse(values) })
          : await create.mutateAsync({ body: createStorageLocationBody.parse(values) });
        toast.success(`${saved.fullName} saved`);
        return `/dashboard/storage-locations/${saved.id}`;
      }}
    >
      <LocationFields isDefault={data?.isDefault ?? false} isNew={!data} holders={partySource(holder)} />
    </FormScreen>
  );
}
