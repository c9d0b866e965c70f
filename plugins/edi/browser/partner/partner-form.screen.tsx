import { Checkbox, Group } from '@mantine/core';
import {
  FormRow,
  FormScreen,
  FormSection,
  MoneyField,
  NumberField,
  RecordSelect,
  SelectField,
  SwitchField,
  TextField,
  toast,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useFormContext } from 'react-hook-form';
import { useParams } from 'react-router';
import {
  createEdiPartner,
  createEdiPartnerBody,
  getEdiPartner,
  listEdiPartners,
  partnerSettings,
  sentDocumentTypes,
  shipNoticeLayoutNames,
  shipNoticeLayouts,
  updateEdiPartner,
  updateEdiPartnerBody,
} from '../../contracts/index.ts';
import { connectionSource, customerSource } from '../record-sources.ts';
import { untilLoaded } from '../until-loaded.tsx';

const typeNames = {
  '855': 'Order acknowledgment (855)',
  '865': 'Answer to a change (865)',
  '856': 'Shipping notice (856)',
  '810': 'Invoice (810)',
} as const;
const layoutOptions = shipNoticeLayouts.map((value) => ({ value, label: shipNoticeLayoutNames[value] }));
const changeOptions = [
  { value: 'new', label: 'The new quantity' },
  { value: 'difference', label: 'The difference' },
];

/** Which documents the partner wants. */
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
          <Checkbox key={type} value={type} label={typeNames[type]} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

export function PartnerFormScreen() {
  const { ediPartnerID } = useParams();
  const session = useSession();
  const partner = useEndpoint(
    getEdiPartner,
    { params: { ediPartnerID: ediPartnerID ?? '' } },
    { enabled: Boolean(ediPartnerID) },
  );
  const create = useEndpointMutation(createEdiPartner, { invalidates: [listEdiPartners] });
  const update = useEndpointMutation(updateEdiPartner, { invalidates: [listEdiPartners, getEdiPartner] });
  const waiting = untilLoaded(partner, 'EDI partner', ediPartnerID);
  if (waiting) return waiting;
  const { data } = partner;
  return (
    <FormScreen
      title={data?.name ?? 'New EDI partner'}
      back={
        data
          ? { href: `/dashboard/edi-partners/${data.id}`, label: data.name }
          : { href: '/dashboard/edi-partners', label: 'EDI partners' }
      }
      schema={data ? updateEdiPartnerBody : createEdiPartnerBody}
      values={
        data
          ? {
              name: data.name,
              customerID: data.customer.id,
              connectionID: data.connection?.id ?? null,
              isTest: data.isTest,
              isActive: data.isActive,
              ourQualifier: data.ourQualifier,
              ourID: data.ourID,
              ourGroupID: data.ourGroupID,
              theirQualifier: data.theirQualifier,
              theirID: data.theirID,
              theirGroupID: data.theirGroupID,
              settings: data.settings,
              version: data.version,
            }
          : {
              name: '',
              ourQualifier: 'ZZ',
              ourID: '',
              theirQualifier: 'ZZ',
              theirID: '',
              isTest: true,
              isActive: true,
              settings: partnerSettings.parse({}),
            }
      }
      canSave={session.can(data ? 'edi_partners:update' : 'edi_partners:create')}
      onSave={async (values) => {
        const saved = data
          ? await update.mutateAsync({ params: { ediPartnerID: data.id }, body: values })
          : await create.mutateAsync({ body: createEdiPartnerBody.parse(values) });
        toast.success(`${saved.name} saved`);
        return `/dashboard/edi-partners/${saved.id}`;
      }}
    >
      <FormSection title="Partner">
        <TextField name="name" label="Name" required autoFocus={!data} />
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
          <SelectField name="settings.changeQuantity" label="Quantities of an 860" options={changeOptions} required />
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
    </FormScreen>
  );
}
