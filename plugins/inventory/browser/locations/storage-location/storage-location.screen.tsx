import { Breadcrumbs, Group } from '@mantine/core';
import {
  LinkButton,
  LinkText,
  ListScreen,
  noteTab,
  RecordScreen,
  StatusBadge,
  toast,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import {
  listStorageLocations,
  placeStates,
  type ReservationState,
  type StorageLocation,
  storageLocations,
  storageLocationTypes,
  updateStorageLocation,
} from '../../../contracts/index.ts';
import { BulkCreateDialog } from './bulk-create-dialog.tsx';
import { LocationStock } from './location-stock.tsx';
import { LocationState, labelsPath, movePath, stateDescription } from './location-text.tsx';
import { MoveLocationDialog } from './tree/move-dialog.tsx';
import { useClosing } from './tree/use-closing.tsx';

/** The places directly inside one. */
function Inside({ location }: { location: StorageLocation }) {
  return (
    <ListScreen
      embedded
      name="locations-inside"
      title="Places inside"
      endpoint={listStorageLocations}
      fixedQuery={{ parentID: location.id }}
      columns={[
        'name',
        { id: 'type', width: 130 },
        {
          id: 'reservationState',
          header: 'State',
          cell: (place) => <LocationState state={place.reservationState} isClosed={place.isClosed} />,
          width: 120,
        },
        { id: 'childCount', header: 'Inside' },
        { id: 'itemCount', header: 'Items here' },
      ]}
      rowHref={(place) => `/dashboard/storage-locations/${place.id}`}
      rowLabel={(place) => place.name}
      empty={{ title: 'No places inside', text: 'Add shelves or bins to find things faster.', icon: 'pin' }}
    />
  );
}

export function StorageLocationScreen() {
  const session = useSession();
  const navigate = useNavigate();
  const update = useEndpointMutation(updateStorageLocation);
  const askToClose = useClosing();
  const [dialog, setDialog] = useState<'move' | 'rack' | null>(null);
  const close = () => setDialog(null);
  const canCreate = session.can('storage_locations:create');
  const canUpdate = session.can('storage_locations:update');
  const canChangeStock = session.can('inventory:update');

  const setState = async (place: StorageLocation, reservationState: ReservationState) => {
    try {
      if (placeStates.is.closed(reservationState) && !(await askToClose(place))) return;
      await update.mutateAsync({
        params: { locationID: place.id },
        body: { reservationState, version: place.version },
      });
      toast.success(`${place.name} is ${reservationState}`);
    } catch (error) {
      toast.error(error);
    }
  };

  return (
    <RecordScreen
      record={storageLocations}
      deletion={({ fullName, isDefault }) => ({ name: fullName, disabled: isDefault })}
      status={(place) => (
        <Group gap="xs">
          <LocationState state={place.reservationState} isClosed={place.isClosed} />
          {place.isDefault && <StatusBadge tone="info">Default</StatusBadge>}
        </Group>
      )}
      actions={(place) =>
        canChangeStock && (
          <>
            <LinkButton to={`/dashboard/reconcile?location=${place.id}`} variant="default">
              Count
            </LinkButton>
            <LinkButton to={movePath(place.id)} variant="default">
              Move stock
            </LinkButton>
            <LinkButton to={`/dashboard/inventory-receipts/create?storageLocationID=${place.id}`}>Receive</LinkButton>
          </>
        )
      }
      menu={(place) => [
        { label: 'Print labels', icon: 'printer', onClick: () => void navigate(labelsPath([place.id])) },
        canCreate && {
          label: 'Add inside…',
          icon: 'plus',
          onClick: () => void navigate(`/dashboard/storage-locations/create?parentID=${place.id}`),
        },
        canCreate && { label: 'Add a rack…', icon: 'layers', onClick: () => setDialog('rack') },
        canUpdate && { label: 'Move to…', icon: 'arrowRight', onClick: () => setDialog('move') },
        ...(['open', 'reserved', 'closed'] as const).map(
          (state) =>
            canUpdate &&
            state !== place.reservationState && {
              label: { open: 'Open it', reserved: 'Reserve it', closed: 'Close it' }[state],
              icon: ({ open: 'check', reserved: 'pin', closed: 'lock' } as const)[state],
              disabled: place.isDefault,
              onClick: () => void setState(place, state),
            },
        ),
      ]}
      summary={(place) => [
        { label: 'Type', value: storageLocationTypes[place.type] },
        { label: 'Items here', value: place.itemCount },
        { label: 'Items with all inside', value: place.itemCountBelow },
        { label: 'Places inside', value: place.descendantCount },
      ]}
      tabs={[
        {
          id: 'stock',
          label: 'Stock',
          render: (place) => <LocationStock location={place} />,
          isHidden: () => !session.can('inventory:read'),
        },
        {
          id: 'inside',
          label: 'Places inside',
          render: (place) => <Inside location={place} />,
          isHidden: ({ childCount }) => childCount === 0,
        },
        noteTab('notes', 'Notes', { isOptional: true }),
      ]}
      facts={(place) => [
        {
          label: 'Inside',
          value: place.parent && (
            <Breadcrumbs separator="/" separatorMargin={6} style={{ flexWrap: 'wrap' }}>
              {place.path.slice(0, -2).map((name) => (
                <span key={name}>{name}</span>
              ))}
              <LinkText to={`/dashboard/storage-locations/${place.parent.id}`}>{place.parent.name}</LinkText>
            </Breadcrumbs>
          ),
        },
        { label: 'State', value: stateDescription(place.reservationState) },
        { label: 'Promised to orders', value: place.isPromisable ? 'Yes' : 'No' },
        { label: 'Department', value: place.department?.name },
        { label: 'Held by', value: place.holderAccount.isSelf ? 'You' : place.holderAccount.name },
      ]}
    >
      {(place) => (
        <>
          {dialog === 'rack' && <BulkCreateDialog parent={place} onClose={close} onCreated={close} />}
          {dialog === 'move' && (
            <MoveLocationDialog ids={[place.id]} what={place.name} onClose={close} onMoved={close} />
          )}
        </>
      )}
    </RecordScreen>
  );
}
