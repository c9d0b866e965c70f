import { RecordForm } from '@millwright/core/browser';
import { dcLocations } from '../../contracts/index.ts';
import { DcLocationFields } from './dc-location-fields.tsx';

export function DcLocationFormScreen() {
  return (
    <RecordForm record={dcLocations} blank={{ code: '', name: '', qualifier: '92', country: 'US', isActive: true }}>
      <DcLocationFields />
    </RecordForm>
  );
}
