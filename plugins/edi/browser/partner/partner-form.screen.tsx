import { Checkbox, Group } from '@mantine/core';
import {
  FormRow,
  FormSection,
  MoneyField,
  NumberField,
  RecordForm,
  RecordSelect,
  SelectField,
  SwitchField,
  TextField,
} from '@millwright/core/browser';
import { useFormContext } from 'react-hook-form';
import {
  documentTypeNames,
  ediPartners,
  partnerSettings,
  sentDocumentTypes,
  shipNoticeLayoutNames,
  shipNoticeLayouts,
} from '../../contracts/index.ts';
import { connectionSource, customerSource } from '../record-sources.ts';

const layoutOptions = shipNoticeLayouts.map((value) => ({ value, label: shipNoticeLayoutNames[value] }));
const changeOptions = [
  { value: 'new', label: 'The new quantity' },
  { value: 'difference', label: 'The difference' },
];

/** Document types that the partner wants. */
function SentTypes() {
  const form = useFormContext();
  const chosen: string[] = form.watch('settings.sends') ?? [];
  return (
    <Checkbox.Group
      label="What we send"
      value={chosen}
      onChange={(value) => form.setValue('settings.sends', value, { shouldDirty: true })}
    >
      <Group gap="lg" mt="xs">
        {sentDocumentTypes.map((type) => (
          <Checkbox key={type} value={type} label={documentTypeNames[type]} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

export function PartnerFormScreen() {
  return (
    <RecordForm
      record={ediPartners}
      blank={{
        name: '',
        ourQualifier: 'ZZ',
        ourID: '',
        theirQualifier: 'ZZ',
        theirID: '',
        isTest: true,
        isActive: true,
        settings: partnerSettings.parse({}),
      }}
    >
      {(found) => (
        <>
          <FormSection title="Partner">
            <TextField name="name" label="Name" required autoFocus={!found} />
            <FormRow>
              <RecordSelect name="customerID" label="Customer" source={customerSource} required />
              <RecordSelect name="connectionID" label="Connection" source={connectionSource} clearable />
            </FormRow>
            <FormRow>
              <SwitchField name="isTest" label="Test" description="What we send is marked as a test" />
              <SwitchField name="isActive" label="Active" description="Its documents are taken over and answered" />
            </FormRow>
          </FormSection>
          <FormSection
            title="Addresses in the envelope"
            description="Group IDs are the IDs themselves where they are empty."
          >
            <FormRow>
              <TextField name="theirQualifier" label="Their qualifier" required />
              <TextField name="theirID" label="Their ID" required />
              <TextField name="theirGroupID" label="Their group ID" />
            </FormRow>
            <FormRow>
              <TextField name="ourQualifier" label="Our qualifier" required />
              <TextField name="ourID" label="Our ID" required />
              <TextField name="ourGroupID" label="Our group ID" />
            </FormRow>
          </FormSection>
          <FormSection title="Documents">
            <SentTypes />
            <SelectField name="settings.shipNoticeLayout" label="Levels of the 856" options={layoutOptions} required />
            <FormRow>
              <TextField name="settings.version" label="Release (GS08)" required />
              <SelectField
                name="settings.changeQuantity"
                label="Quantities of an 860"
                options={changeOptions}
                required
              />
            </FormRow>
            <FormRow>
              <MoneyField name="settings.priceTolerance" label="Price tolerance" unitPrice />
              <SwitchField name="settings.sends999" label="999 in place of 997" />
            </FormRow>
            <FormRow>
              <SwitchField
                name="settings.issuesOrders"
                label="Issue orders"
                description="As they come; else they wait as estimates"
              />
              <SwitchField
                name="settings.splitsStores"
                label="An order for each store"
                description="Where an order says which store gets how much (SDQ)"
              />
            </FormRow>
          </FormSection>
          <FormSection title="Deadlines and characters">
            <FormRow>
              <NumberField name="settings.responseHours" label="Hours for our 855" required />
              <NumberField name="settings.acknowledgmentHours" label="Hours for their 997" required />
            </FormRow>
            <FormRow>
              <TextField name="settings.elementSeparator" label="Element separator" required />
              <TextField name="settings.componentSeparator" label="Component separator" required />
              <TextField name="settings.segmentTerminator" label="Segment terminator" required />
              <SwitchField name="settings.hasLineEnds" label="A line for each segment" />
            </FormRow>
          </FormSection>
        </>
      )}
    </RecordForm>
  );
}
