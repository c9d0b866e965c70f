import {
  FormRow,
  FormSection,
  NoteField,
  RecordSelect,
  type RecordSource,
  SelectField,
  SwitchField,
  TextField,
  useSession,
} from '@millwright/core/browser';
import { useWatch } from 'react-hook-form';
import type { ReservationState } from '../../../contracts/index.ts';
import { departmentSource, locationSource } from '../../record-sources.ts';
import { locationTypeOptions, stateDescription, stateOptions } from './location-text.tsx';

/** Fields of a place. The default place must stay open, and stays the default until another place becomes it. */
export function LocationFields({
  isDefault,
  isNew,
  holders,
}: {
  isDefault: boolean;
  /** The type of a new place decides whether its stock is promised. */
  isNew: boolean;
  holders: RecordSource;
}) {
  const { can } = useSession();
  const state = (useWatch({ name: 'reservationState' }) ?? 'open') as ReservationState;
  return (
    <>
      <FormSection title="Place">
        <FormRow>
          <TextField name="name" label="Name" required autoFocus />
          <SelectField name="type" label="Type" options={locationTypeOptions} required />
        </FormRow>
        <RecordSelect
          name="parentID"
          label="Inside"
          source={locationSource}
          description="The place that it is part of; none for a building or warehouse of its own"
          clearable
        />
        <NoteField name="notes" label="Notes" />
      </FormSection>
      <FormSection title="Use">
        <SelectField
          name="reservationState"
          label="State"
          options={stateOptions}
          description={isDefault ? 'The default place is always open' : stateDescription(state)}
          disabled={isDefault}
        />
        {isNew ? null : (
          <SwitchField
            name="isPromisable"
            label="Promised to orders"
            description="Off for docks, packing and quarantine: stock is taken and put there only by name"
            disabled={isDefault}
          />
        )}
        <SwitchField
          name="isDefault"
          label="Default place"
          description="Where stock goes that comes without a place"
          disabled={isDefault}
        />
        {can('departments:read') && (
          <RecordSelect
            name="departmentID"
            label="Department"
            source={departmentSource}
            description="Who works here; places inside it have the same where they name none"
            clearable
          />
        )}
        <RecordSelect
          name="holderAccountID"
          label="Held by"
          source={holders}
          description="A customer or supplier who has the stock that lies here; empty for yourself"
          clearable
        />
      </FormSection>
    </>
  );
}
