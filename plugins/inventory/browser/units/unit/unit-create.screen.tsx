import { FormSection, RecordForm } from '@millwright/core/browser';
import { units } from '../../../contracts/index.ts';
import { UnitFields } from './unit-fields.tsx';

export function UnitCreateScreen() {
  return (
    <RecordForm record={units} blank={{ name: '', description: '' }}>
      <FormSection title="Unit" description="What it is worth is said by the unit groups you add it to">
        <UnitFields />
      </FormSection>
    </RecordForm>
  );
}
