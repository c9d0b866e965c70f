import { FormSection, LineTable, NoteField, RecordForm, TextField } from '@millwright/core/browser';
import { unitGroups } from '../../../contracts/index.ts';
import { unitSource } from '../../record-sources.ts';

interface ConversionLine extends Record<string, unknown> {
  unitID: string;
  factor: number | null;
}

export function UnitGroupCreateScreen() {
  return (
    <RecordForm record={unitGroups} blank={{ name: '', conversions: [{ unitID: '', factor: 1 }] }}>
      <FormSection title="Unit group">
        <TextField name="name" label="Name" required autoFocus />
        <NoteField name="notes" label="Notes" />
      </FormSection>
      <FormSection
        wide
        title="Units"
        description={
          'Say what one of each unit is worth, all in the same measure: each 1, dozen 12, gross 144. ' +
          'The smallest becomes the base unit. Fractions such as 1/3 are entered on the group afterwards.'
        }
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
    </RecordForm>
  );
}
