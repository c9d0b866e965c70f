import { FormSection, RecordForm } from '@millwright/core/browser';
import { createUnit, listUnits } from '../../../contracts/index.ts';
import { UnitFields } from './unit-fields.tsx';

const record = {
  words: ['unit', 'units'],
  home: '/dashboard/units-of-measure/units',
  list: listUnits,
  create: createUnit,
} as const;

export function UnitCreateScreen() {
  return (
    <RecordForm record={record} blank={{ name: '', description: '' }}>
      <FormSection title="Unit" description="What it is worth is said by the unit groups you add it to">
        <UnitFields />
      </FormSection>
    </RecordForm>
  );
}
