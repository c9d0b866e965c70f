import { NoteField, noteTab, RecordScreen, TextField, useEndpointMutation, useSession } from '@millwright/core/browser';
import { unitGroups, updateUnitGroup, updateUnitGroupBody } from '../../../contracts/index.ts';
import { EditDialog } from '../../edit-dialog.tsx';
import { ConversionTable } from './conversion-table.tsx';
import { UnitConverter } from './unit-converter.tsx';

export function UnitGroupScreen() {
  const session = useSession();
  const update = useEndpointMutation(updateUnitGroup);

  return (
    <RecordScreen
      record={unitGroups}
      actions={(data) =>
        session.can('unit_groups:update') && (
          <EditDialog
            verb="Rename"
            recordName={data.name}
            schema={updateUnitGroupBody}
            values={{ name: data.name, notes: data.notes, version: data.version }}
            onSave={(body) => update.mutateAsync({ params: { unitGroupID: data.id }, body })}
          >
            <TextField name="name" label="Name" required />
            <NoteField name="notes" label="Notes" />
          </EditDialog>
        )
      }
      tabs={[
        { id: 'units', label: 'Units', render: (data) => <ConversionTable group={data} /> },
        { id: 'converter', label: 'Converter', render: (data) => <UnitConverter group={data} /> },
        noteTab('notes', 'Notes', { isOptional: true }),
      ]}
      facts={(data) => [
        { label: 'Base unit', value: data.baseUnit.name },
        { label: 'Units', value: data.conversions.length },
        { label: 'Items measured in it', value: data.itemCount },
        { label: 'Factors', value: data.itemCount > 0 ? 'Fixed, because items use them' : 'Can be changed' },
      ]}
    />
  );
}
