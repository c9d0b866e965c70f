import { Box, Button, ColorSwatch, Group, Text } from '@mantine/core';
import {
  AddressFields,
  emptyAddress,
  FormRow,
  FormSection,
  Icon,
  regionOf,
  SelectField,
  TextField,
} from '@millwright/core/browser';
import { useMemo } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { AccountProfile } from '../../../core/contracts/accounts/account.contract.ts';
import { hexColor, readableAccent } from '../../../core/contracts/texts/accent-color.ts';
import { currencyOptions, regionalSample, timeZoneOptions } from './regional-options.ts';

const types = [
  { value: 'manufacturer', label: 'Manufacturer' },
  { value: 'distributor', label: 'Distributor' },
  { value: 'both', label: 'Both' },
];

const onboarding = [
  { value: 'pending', label: 'Being set up' },
  { value: 'complete', label: 'Complete' },
];

/** Name, URL name and contact data of the business. */
export function BusinessFields() {
  return (
    <FormSection title="Business" description="Stands on documents and in mails to customers">
      <TextField name="name" label="Name" required autoComplete="organization" />
      <TextField
        name="slug"
        label="Slug"
        required
        description="Part of the address of your registration page; links with the old one stop working"
      />
      <FormRow>
        <TextField name="email" label="Email" type="email" autoComplete="email" />
        <TextField name="phone" label="Phone" type="tel" autoComplete="tel" />
      </FormRow>
      <TextField name="website" label="Website" type="url" placeholder="https://" autoComplete="url" />
      <Group wrap="nowrap">
        <Box flex={1}>
          <TextField
            name="accentColor"
            label="Brand colour"
            placeholder="#1c5d99"
            description="Of buttons in the portal, on public pages and in mails; darkened where white text needs it"
          />
        </Box>
        <ColorSample />
      </Group>
      <FormRow>
        <SelectField name="type" label="What you do" options={types} />
        <SelectField name="onboardingStatus" label="Setting up" options={onboarding} />
      </FormRow>
    </FormSection>
  );
}

/** A sample of the color on a button. */
function ColorSample() {
  const parsed = hexColor.safeParse(useWatch({ name: 'accentColor' }));
  return parsed.success ? <ColorSwatch color={readableAccent(parsed.data)} size={28} mt="md" /> : null;
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Currency, time zone and language of documents, with a sample. */
export function RegionFields({ profile }: { profile: AccountProfile }) {
  const [currency, timeZone, locale] = useWatch({ name: ['currency', 'timeZone', 'locale'] }).map(asText);
  const currencies = useMemo(() => currencyOptions(profile.currency), [profile.currency]);
  const zones = useMemo(() => timeZoneOptions(profile.timeZone), [profile.timeZone]);
  const now = useMemo(() => new Date(), []);
  const sample = regionalSample(locale ?? '', currency ?? '', timeZone ?? '', now);
  return (
    <FormSection title="Region" description="How amounts, days and times are shown to everyone in this account">
      <SelectField
        name="currency"
        label="Currency"
        options={currencies}
        searchable
        description="Amounts on existing records are not converted"
      />
      <SelectField name="timeZone" label="Time zone" options={zones} searchable />
      <TextField name="locale" label="Language and country" required description="A tag such as en-US or de-DE" />
      {sample && (
        <Text size="sm" c="dimmed">
          Looks like this: {sample}
        </Text>
      )}
    </FormSection>
  );
}

/** The sender address on documents; may be missing. */
export function BillToFields({ locale }: { locale: string }) {
  const { setValue, formState } = useFormContext();
  const value: unknown = useWatch({ name: 'billToAddress' });
  const set = (next: unknown) => setValue('billToAddress', next, { shouldDirty: true, shouldTouch: true });
  return (
    <FormSection title="Bill-to address" description="Where invoices to you are sent, and the sender on your own">
      {value ? (
        <>
          <AddressFields name="billToAddress" />
          <Group>
            <Button variant="subtle" color="red" size="xs" disabled={formState.disabled} onClick={() => set(null)}>
              Remove bill-to address
            </Button>
          </Group>
        </>
      ) : (
        <Group gap="sm">
          <Text size="sm" c="dimmed">
            None
          </Text>
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon name="plus" />}
            disabled={formState.disabled}
            onClick={() => set(emptyAddress(regionOf(locale)))}
          >
            Add bill-to address
          </Button>
        </Group>
      )}
    </FormSection>
  );
}
