import { FormSection, TextField } from '@millwright/core/browser';
import { TrackingPreview } from './tracking-preview.tsx';

export function CarrierFields({ isNew, isBuiltIn }: { isNew: boolean; isBuiltIn: boolean }) {
  return (
    <>
      <FormSection title="Carrier">
        <TextField name="name" label="Name" required autoFocus={isNew} />
        <TextField
          name="code"
          label="Code"
          disabled={isBuiltIn}
          description={isBuiltIn ? 'Built-in carriers keep their code' : 'Short and in lower case, for labels and EDI'}
        />
      </FormSection>
      <FormSection title="Tracking" description="Tracking numbers of shipments lead there">
        <TextField
          name="trackingUrlTemplate"
          label="Tracking address"
          placeholder="https://carrier.example/track/{trackingNumber}"
          description="{trackingNumber} is replaced by the number"
        />
        <TrackingPreview />
      </FormSection>
    </>
  );
}
