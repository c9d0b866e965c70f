import {
  ErrorState,
  FormScreen,
  FormSection,
  LoadingState,
  NoteField,
  TextField,
  toast,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useParams } from 'react-router';
import {
  createDepartment,
  createDepartmentBody,
  getDepartment,
  listDepartments,
  listMachines,
  updateDepartment,
  updateDepartmentBody,
} from '../../../contracts/index.ts';

export function DepartmentFormScreen() {
  const { departmentID } = useParams();
  const session = useSession();
  const department = useEndpoint(
    getDepartment,
    { params: { departmentID: departmentID ?? '' } },
    { enabled: Boolean(departmentID) },
  );
  const create = useEndpointMutation(createDepartment, { invalidates: [listDepartments] });
  const update = useEndpointMutation(updateDepartment, {
    invalidates: [listDepartments, getDepartment, listMachines],
  });
  if (departmentID && !department.data)
    return department.error ? (
      <ErrorState error={department.error} onRetry={() => void department.refetch()} what="department" />
    ) : (
      <LoadingState />
    );
  const { data } = department;
  return (
    <FormScreen
      title={data?.name ?? 'New department'}
      back={
        data
          ? { href: `/dashboard/departments/${data.id}`, label: data.name }
          : { href: '/dashboard/departments', label: 'departments' }
      }
      schema={data ? updateDepartmentBody : createDepartmentBody}
      values={data ? { name: data.name, notes: data.notes, version: data.version } : { name: '' }}
      canSave={session.can(data ? 'departments:update' : 'departments:create')}
      onSave={async (values) => {
        const saved = data
          ? await update.mutateAsync({ params: { departmentID: data.id }, body: values })
          : await create.mutateAsync({ body: createDepartmentBody.parse(values) });
        toast.success(`${saved.name} saved`);
        return `/dashboard/departments/${saved.id}`;
      }}
    >
      <FormSection title="Department">
        <TextField name="name" label="Name" required autoFocus={!data} />
        <NoteField name="notes" label="Notes" />
      </FormSection>
    </FormScreen>
  );
}
