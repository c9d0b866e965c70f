import {
  DateField,
  ErrorState,
  FormRow,
  FormScreen,
  FormSection,
  LoadingState,
  NoteField,
  RecordSelect,
  TextField,
  toast,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useParams, useSearchParams } from 'react-router';
import { createLot, createLotBody, getLot, listLots, updateLot, updateLotBody } from '../../../contracts/index.ts';
import { itemSource } from '../../record-sources.ts';

export function LotFormScreen() {
  const { lotID } = useParams();
  const [search] = useSearchParams();
  const session = useSession();
  const lot = useEndpoint(getLot, { params: { lotID: lotID ?? '' } }, { enabled: Boolean(lotID) });
  const create = useEndpointMutation(createLot, { invalidates: [listLots] });
  const update = useEndpointMutation(updateLot, { invalidates: [listLots, getLot] });
  if (lotID && !lot.data)
    return lot.error ? (
      <ErrorState error={lot.error} onRetry={() => void lot.refetch()} what="lot" />
    ) : (
      <LoadingState />
    );
  const { data } = lot;
  return (
    <FormScreen
      title={data ? `Lot ${data.lotNumber}` : 'New lot'}
      back={
        data
          ? { href: `/dashboard/lots/${data.id}`, label: data.lotNumber }
          : { href: '/dashboard/lots', label: 'lots' }
      }
      schema={data ? updateLotBody : createLotBody}
      values={
        data
          ? { lotNumber: data.lotNumber, expiresOn: data.expiresOn, notes: data.notes, version: data.version }
          : { itemID: search.get('itemID') ?? '', lotNumber: '' }
      }
      canSave={session.can(data ? 'storage_locations:update' : 'storage_locations:create')}
      onSave={async (values) => {
        const saved = data
          ? await update.mutateAsync({ params: { lotID: data.id }, body: updateLotBody.parse(values) })
          : await create.mutateAsync({ body: createLotBody.parse(values) });
        toast.success(`Lot ${saved.lotNumber} saved`);
        return `/dashboard/lots/${saved.id}`;
      }}
    >
      <FormSection title="Lot">
        {!data && <RecordSelect name="itemID" label="Item" source={itemSource} required />}
        <FormRow>
          <TextField
            name="lotNumber"
            label="Lot number"
            description="Padded with zeros to six characters unless it begins with a letter"
            required
            autoFocus={Boolean(data)}
          />
          <DateField name="expiresOn" label="Expires" />
        </FormRow>
        <NoteField name="notes" label="Notes" />
      </FormSection>
    </FormScreen>
  );
}
