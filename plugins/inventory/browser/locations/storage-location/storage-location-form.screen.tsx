import { RecordForm } from '@millwright/core/browser';
import { useSearchParams } from 'react-router';
import { placeStates, type StorageLocation, storageLocations } from '../../../contracts/index.ts';
import { partySource } from '../../record-sources.ts';
import { LocationFields } from './location-fields.tsx';
import { useClosing } from './tree/use-closing.tsx';

/** The holder, if it is not the account itself. */
const holderOf = ({ holderAccount }: StorageLocation) => (holderAccount.isSelf ? undefined : holderAccount);

export function StorageLocationFormScreen() {
  const [search] = useSearchParams();
  const askToClose = useClosing();
  return (
    <RecordForm
      record={storageLocations}
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
        // The API refuses false: a place stops being the default when another place becomes it.
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
