import {
  ErrorState,
  FormScreen,
  LoadingState,
  toast,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { getTimeline } from '@millwright/core/contracts';
import { useParams } from 'react-router';
import { getCarrier, listCarriers, updateCarrier, updateCarrierBody } from '../../../contracts/index.ts';
import { CarrierFields } from './carrier-fields.tsx';

export function CarrierEditScreen() {
  const { carrierID = '' } = useParams();
  const { can } = useSession();
  const carrier = useEndpoint(getCarrier, { params: { carrierID } });
  const update = useEndpointMutation(updateCarrier, { invalidates: [listCarriers, getCarrier, getTimeline] });
  const { data } = carrier;
  if (!data)
    return carrier.error ? (
      <ErrorState error={carrier.error} onRetry={() => void carrier.refetch()} what="carrier" />
    ) : (
      <LoadingState />
    );
  const { name, code, trackingUrlTemplate, isBuiltIn, version } = data;
  return (
    <FormScreen
      title={name}
      back={{ href: `/dashboard/carriers/${carrierID}`, label: name }}
      schema={updateCarrierBody}
      values={{ name, code, trackingUrlTemplate, version }}
      canSave={can('carriers:update')}
      onSave={async (_, changes) => {
        const saved = await update.mutateAsync({ params: { carrierID }, body: { ...changes, version } });
        toast.success(`${saved.name} saved`);
        return `/dashboard/carriers/${carrierID}`;
      }}
    >
      <CarrierFields isNew={false} isBuiltIn={isBuiltIn} />
    </FormScreen>
  );
}
