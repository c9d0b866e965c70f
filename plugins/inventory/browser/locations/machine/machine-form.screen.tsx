import {
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
import { useParams } from 'react-router';
import {
  createMachine,
  createMachineBody,
  getDepartment,
  getMachine,
  listDepartments,
  listMachines,
  updateMachine,
  updateMachineBody,
} from '../../../contracts/index.ts';
import { itemDepartmentSource } from '../../catalogue/item/item-sources.ts';

const departments = [listDepartments, getDepartment];

export function MachineFormScreen() {
  const { machineID } = useParams();
  const session = useSession();
  const machine = useEndpoint(getMachine, { params: { machineID: machineID ?? '' } }, { enabled: Boolean(machineID) });
  const create = useEndpointMutation(createMachine, { invalidates: [listMachines, ...departments] });
  const update = useEndpointMutation(updateMachine, { invalidates: [listMachines, getMachine, ...departments] });
  if (machineID && !machine.data)
    return machine.error ? (
      <ErrorState error={machine.error} onRetry={() => void machine.refetch()} what="machine" />
    ) : (
      <LoadingState />
    );
  const { data } = machine;
  return (
    <FormScreen
      title={data?.name ?? 'New machine'}
      back={
        data
          ? { href: `/dashboard/machines/${data.id}`, label: data.name }
          : { href: '/dashboard/machines', label: 'machines' }
      }
      schema={data ? updateMachineBody : createMachineBody}
      values={
        data
          ? {
              name: data.name,
              serialNumber: data.serialNumber,
              departmentID: data.department?.id ?? null,
              notes: data.notes,
              version: data.version,
            }
          : { name: '' }
      }
      canSave={session.can(data ? 'machines:update' : 'machines:create')}
      onSave={async (values) => {
        const saved = data
          ? await update.mutateAsync({ params: { machineID: data.id }, body: values })
          : await create.mutateAsync({ body: createMachineBody.parse(values) });
        toast.success(`${saved.name} saved`);
        return `/dashboard/machines/${saved.id}`;
      }}
    >
      <FormSection title="Machine">
        <FormRow>
          <TextField name="name" label="Name" required autoFocus={!data} />
          <TextField name="serialNumber" label="Serial number" />
        </FormRow>
        <RecordSelect name="departmentID" label="Department" source={itemDepartmentSource} clearable />
        <NoteField name="notes" label="Notes" />
      </FormSection>
    </FormScreen>
  );
}
