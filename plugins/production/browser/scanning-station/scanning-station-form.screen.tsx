import {
  ErrorState,
  FormRow,
  FormScreen,
  FormSection,
  LoadingState,
  NoteField,
  RecordSelect,
  SelectField,
  SwitchField,
  TextField,
  toast,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useParams } from 'react-router';
import {
  batchLabelSizes,
  batchLabelTypeNames,
  batchLabelTypes,
  createScanningStation,
  createScanningStationBody,
  getScanningStation,
  listProductionSteps,
  listScanningStations,
  stationTypeNames,
  stationTypes,
  updateScanningStation,
  updateScanningStationBody,
} from '../../contracts/index.ts';
import { departmentSource, stepSource } from '../record-sources.ts';

const invalidates = [listScanningStations, getScanningStation, listProductionSteps];

export function ScanningStationFormScreen() {
  const { scanningStationID = '' } = useParams();
  const session = useSession();
  const params = { scanningStationID };
  const station = useEndpoint(getScanningStation, { params }, { enabled: scanningStationID !== '' });
  const create = useEndpointMutation(createScanningStation, { invalidates });
  const update = useEndpointMutation(updateScanningStation, { invalidates });
  const { data } = station;
  if (scanningStationID && !data)
    return station.error ? (
      <ErrorState error={station.error} onRetry={() => void station.refetch()} what="scanning station" />
    ) : (
      <LoadingState />
    );
  return (
    <FormScreen
      title={data?.name ?? 'New scanning station'}
      back={
        data
          ? { href: `/dashboard/scanning-stations/${data.id}`, label: data.name }
          : { href: '/dashboard/scanning-stations', label: 'scanning stations' }
      }
      schema={data ? updateScanningStationBody : createScanningStationBody}
      values={
        data
          ? {
              name: data.name,
              type: data.type,
              departmentID: data.departmentID,
              batchLabelTagSize: data.batchLabelTagSize,
              batchLabelType: data.batchLabelType,
              materialCheckRequired: data.materialCheckRequired,
              productionStepIDs: data.productionSteps.map(({ id }) => id),
              notes: data.notes,
              version: data.version,
            }
          : {
              name: '',
              type: 'single_part',
              batchLabelTagSize: '1x3',
              batchLabelType: 'qr_code',
              productionStepIDs: [],
            }
      }
      canSave={session.can(data ? 'scanning_stations:update' : 'scanning_stations:create')}
      onSave={async (values) => {
        const saved = data
          ? await update.mutateAsync({ params, body: values })
          : await create.mutateAsync({ body: createScanningStationBody.parse(values) });
        toast.success(`${saved.name} saved`);
        return `/dashboard/scanning-stations/${saved.id}`;
      }}
    >
      <FormSection title="Scanning station">
        <FormRow>
          <TextField name="name" label="Name" required autoFocus={!data} />
          <SelectField
            name="type"
            label="Type"
            options={stationTypes.map((value) => ({ value, label: stationTypeNames[value] }))}
          />
        </FormRow>
        <RecordSelect name="departmentID" label="Department" source={departmentSource} clearable />
        <RecordSelect name="productionStepIDs" label="Steps that are done here" source={stepSource} multiple />
        <SwitchField name="materialCheckRequired" label="Refuse scans where material is missing" />
      </FormSection>
      <FormSection title="Traveller labels">
        <FormRow>
          <SelectField
            name="batchLabelTagSize"
            label="Size in inches"
            options={batchLabelSizes.map((value) => ({ value, label: value.replace('x', ' x ') }))}
          />
          <SelectField
            name="batchLabelType"
            label="Code"
            options={batchLabelTypes.map((value) => ({ value, label: batchLabelTypeNames[value] }))}
          />
        </FormRow>
      </FormSection>
      <FormSection title="Notes">
        <NoteField name="notes" label="Notes" />
      </FormSection>
    </FormScreen>
  );
}
