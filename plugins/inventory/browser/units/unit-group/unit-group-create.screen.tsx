import {
  FormScreen,
  FormSection,
  LineTable,
  NoteField,
  TextField,
  toast,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { createUnitGroup, createUnitGroupBody, listUnitGroups, listUnits } from '../../../contracts/index.ts';
import { unitSource } from '../../record-sources.ts';

interface ConversionLine extends Record<string, unknown> {
  unitID: string;
  factor: number | null;
}

export function UnitGroupCreateScreen() {
  const session = useSession();
  const create = useEndpointMutation(createUnitGroup, { invalidates: [listUnitGroups, listUnits] });
  return (
    <FormScreen
      title="New unit group"
      back={{ href: '/dashboard/units-of-measure/groups', label: 'unit groups' }}
      schema={createUnitGroupBody}
      values={{ name: '', conversions: [{ unitID: '', factor: 1 }] }}
      canSave={session.can('unit_groups:create')}
      onSave={async (values) => {
        const saved = await create.mutateAsync({ body: values });
        toast.success(`${saved.name} created`);
        return `/dashboard/units-of-measure/groups/${saved.id}`;
      }}
    >
      <FormSection title="Unit group">
        <TextField name="name" label="Name" required autoFocus />
        <NoteField name="notes" label="Notes" />
      </FormSection>
      <FormSection
        wide
        title="Units"
        description="Say what one of each unit is worth, all in the same measure: each 1, dozen 12, gross 144. The smallest becomes the base unit. Fractions such as 1/3 are entered on the group afterwards."
      >
        <LineTable<ConversionLine>
          name="conversions"
          least={1}
          addLabel="Add unit"
          newLine={() => ({ unitID: '', factor: null })}
          columns={[
            { kind: 'record', id: 'unitID', header: 'Unit', source: unitSource, width: 280 },
            { kind: 'number', id: 'factor', header: 'One is worth', width: 160 },
          ]}
        />
      </FormSection>
    </FormScreen>
  );
}
