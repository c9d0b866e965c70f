import { FormScreen, toast, useEndpoint, useEndpointMutation, useSession } from '@millwright/core/browser';
import { useParams } from 'react-router';
import {
  createDcLocation,
  createDcLocationBody,
  getDcLocation,
  listDcLocations,
  updateDcLocation,
  updateDcLocationBody,
} from '../../contracts/index.ts';
import { untilLoaded } from '../until-loaded.tsx';
import { DcLocationFields } from './dc-location-fields.tsx';

export function DcLocationFormScreen() {
  const { dcLocationID } = useParams();
  const session = useSession();
  const location = useEndpoint(
    getDcLocation,
    { params: { dcLocationID: dcLocationID ?? '' } },
    { enabled: Boolean(dcLocationID) },
  );
  const create = useEndpointMutation(createDcLocation, { invalidates: [listDcLocations] });
  const update = useEndpointMutation(updateDcLocation, { invalidates: [listDcLocations, getDcLocation] });
  const waiting = untilLoaded(location, 'DC location', dcLocationID);
  if (waiting) return waiting;
  const { data } = location;
  return (
    <FormScreen
      title={data?.name ?? 'New DC location'}
      back={
        data
          ? { href: `/dashboard/dc-locations/${data.id}`, label: data.name }
          : { href: '/dashboard/dc-locations', label: 'DC locations' }
      }
      schema={data ? updateDcLocationBody : createDcLocationBody}
      values={
        data
          ? {
              customerID: data.customer.id,
              code: data.code,
              qualifier: data.qualifier,
              name: data.name,
              line1: data.line1,
              line2: data.line2,
              city: data.city,
              state: data.state,
              postalCode: data.postalCode,
              country: data.country,
              receivingHours: data.receivingHours,
              notes: data.notes,
              isActive: data.isActive,
              version: data.version,
            }
          : { code: '', name: '', qualifier: '92', country: 'US', isActive: true }
      }
      canSave={session.can(data ? 'dc_locations:update' : 'dc_locations:create')}
      onSave={async (values) => {
        const saved = data
          ? await update.mutateAsync({ params: { dcLocationID: data.id }, body: values })
          : await create.mutateAsync({ body: createDcLocationBody.parse(values) });
        toast.success(`${saved.name} saved`);
        return `/dashboard/dc-locations/${saved.id}`;
      }}
    >
      <DcLocationFields />
    </FormScreen>
  );
}
