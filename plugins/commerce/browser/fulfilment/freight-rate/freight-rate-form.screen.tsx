import { FormSection, LineTable, RecordForm, TextField } from '@millwright/core/browser';
import { z } from 'zod';
import {
  createFreightRateBody,
  freightRateStepInput,
  freightRates,
  mostFreightRateSteps,
  updateFreightRateBody,
} from '../../../contracts/index.ts';
import { CarrierChoice } from '../../terms/carrier/carrier-choice.tsx';

/** A step of the form, whose fields can be empty. */
interface FormStep extends Record<string, unknown> {
  fromWeight: number | null;
  amount: number | null;
  perPound: number | null;
}
const newStep = (): FormStep => ({ fromWeight: null, amount: null, perPound: null });

const { fromWeight, amount, perPound } = freightRateStepInput.shape;
const orNothing = <Schema extends z.ZodType>(schema: Schema) => z.preprocess((value) => value ?? undefined, schema);
const steps = z
  .array(z.object({ fromWeight: orNothing(fromWeight), amount: orNothing(amount), perPound: orNothing(perPound) }))
  .max(mostFreightRateSteps);
const createSchema = createFreightRateBody.extend({ steps });
const updateSchema = updateFreightRateBody.extend({ steps: steps.optional() });

export function FreightRateFormScreen() {
  return (
    <RecordForm
      record={{ ...freightRates, createBody: createSchema, updateBody: updateSchema }}
      hasPage={false}
      blank={{ name: '', carrierID: '', carrierOptionID: null, states: '', steps: [newStep()] }}
    >
      {(found) => (
        <>
          <FormSection title="Freight rate">
            <TextField name="name" label="Name" required autoFocus={!found} />
            <CarrierChoice required />
            <TextField
              name="states"
              label="States"
              description="Where it goes to, as in MN, WI; empty for everywhere"
            />
          </FormSection>
          <FormSection title="By weight" description="The last step that a parcel reaches counts">
            <LineTable<FormStep>
              name="steps"
              newLine={newStep}
              addLabel="Add step"
              columns={[
                { kind: 'number', id: 'fromWeight', header: 'From pounds', width: 140 },
                { kind: 'number', id: 'amount', header: 'Amount', width: 140 },
                { kind: 'number', id: 'perPound', header: 'And for each pound', width: 180 },
              ]}
            />
          </FormSection>
        </>
      )}
    </RecordForm>
  );
}
