import { FormSection, LineTable, RecordForm } from '@millwright/core/browser';
import { carriers } from '../../../contracts/index.ts';
import { CarrierFields } from './carrier-fields.tsx';

export function CarrierFormScreen() {
  return (
    <RecordForm record={carriers} blank={{ name: '', code: '', trackingUrlTemplate: '', options: [] }}>
      {(found) => (
        <>
          <CarrierFields isNew={!found} isBuiltIn={found?.isBuiltIn ?? false} />
          {!found && (
            <FormSection title="Options" description="Services that can be booked">
              <LineTable
                name="options"
                newLine={() => ({ name: '', code: '' })}
                columns={[
                  { kind: 'text', id: 'name', header: 'Name' },
                  { kind: 'text', id: 'code', header: 'Code', width: 160 },
                ]}
              />
            </FormSection>
          )}
        </>
      )}
    </RecordForm>
  );
}
