import { FormScreen, FormSection, toast, useEndpointMutation, useSession } from '@millwright/core/browser';
import { createUnit, createUnitBody, listUnits } from '../../../contracts/index.ts';
import { UnitFields } from './unit-fields.tsx';

export function UnitCreateScreen() {
  const session = useSession();
  const create = useEndpointMutation(createUnit, { invalidates: [listUnits] });
  return (
    <FormScreen
      title="New unit"
      back={{ href: '/dashboard/units-of-measure/units', label: 'units' }}
      schema={createUnitBody}
      values={{ name: '', description: '' }}
      canSave={session.can('units:create')}
      onSave={async (values) => {
        const saved = await create.mutateAsync({ body: values });
        toast.success(`${saved.name} created`);
        return `/dashboard/units-of-measure/units/${saved.id}`;
      }}
    >
      <FormSection title="Unit" description="What it is worth is said by the unit groups you add it to">
        <UnitFields />
      </FormSection>
    </FormScreen>
  );
}
