import { RecordForm } from '@millwright/core/browser';
import { useSearchParams } from 'react-router';
import {
  createStorageLocation,
  getStorageLocation,
  listStorageLocations,
  placeStates,
  type StorageLocation,
  updateStorageLocation,
} from '../../../contracts/index.ts';
import { partySource } from '../../record-sources.ts';
import { LocationFields } from './location-fields.tsx';
import { useClosing } from './use-closing.tsx';

const record = {
  words: ['storage location', 'storage locations'],
  home: '/dashboard/storage-locations',
  list: listStorageLocations,
  get: getStorageLocation,
  create: createStorageLocation,
  update: updateStorageLocation,
} as const;

/** Whoever else holds the place. */
const holderOf = ({ holderAccount }: StorageLocation) => (holderAccount.isSelf ? undefined : holderAccount);

export function StorageLocationFormScreen() {
  const [search] = useSearchParams();
  const askToClose = useClosing();
  return (
    <RecordForm
      record={record}
      name={({ fullName }) => fullName}
      blank={{
        name: '',
        type: 'bin',
        parentID: search.get('parentID'),
        reservationState: 'open',
        isDefault: false,
      }}
      values={(found) => ({
        holderAccountID: holderOf(found)?.id ?? null,
        // False cannot be sent: a place stops being the default when another one becomes it.
        isDefault: found.isDefault || undefined,
      })}
      save={async (send, values, { changes, found }) => {
        const closes =
          !placeStates.is.closed(found?.reservationState) && placeStates.is.closed(values.reservationState);
        return found && closes && !(await askToClose(found)) ? undefined : send(found ? changes : values);
      }}
    >
      {(found) => (
        <LocationFields
          isDefault={found?.isDefault ?? false}
          isNew={!found}
          holders={partySource(found && holderOf(found))}
        />
      )}
    </RecordForm>
  );
}
