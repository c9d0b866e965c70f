import { FormRow, FormSection, RecordForm, TextField, useEndpoint, useSession } from '@millwright/core/browser';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useNavigate } from 'react-router';
import {
  hearsEvent,
  listWebhookEvents,
  type WebhookEventView,
  webhookEndpoints,
} from '../../../../core/contracts/work/webhook.contract.ts';
import type { ShownSecret } from '../api-key/secret-dialog.tsx';
import { ChoicesField } from './choices-field.tsx';
import { eventChoices, readableScopes, scopeChoices } from './webhook-choices.ts';
import { WebhookSecretDialog } from './webhook-secret-dialog.tsx';

/**
 * Events and rights. An event that is added brings the rights that it needs. What people take away of them stays away
 * while they choose other events.
 */
function HearingFields({ events }: { events: readonly WebhookEventView[] }) {
  const { can } = useSession();
  const { getValues, setValue } = useFormContext();
  const addRights = (added: readonly string[]): void => {
    const needed = readableScopes(
      events.filter(({ type }) => hearsEvent(added, type)),
      can,
    );
    const present = (getValues('scopes') ?? []) as string[];
    setValue('scopes', [...new Set([...present, ...needed])].sort(), { shouldDirty: true });
  };
  return (
    <>
      <ChoicesField
        name="events"
        label="Events"
        required
        options={eventChoices(events)}
        onAdded={addRights}
        description="Groups include events of later versions"
      />
      <ChoicesField
        name="scopes"
        label="May read"
        required
        options={scopeChoices(readableScopes(events, can))}
        description="Events about records that it may not read are not sent"
      />
    </>
  );
}

export function WebhookFormScreen() {
  const navigate = useNavigate();
  const events = useEndpoint(listWebhookEvents, {}, { staleTime: 300_000 });
  const [secret, setSecret] = useState<ShownSecret | null>(null);
  const known = events.data?.items ?? [];
  return (
    <>
      <RecordForm
        record={webhookEndpoints}
        waitsFor={[events]}
        blank={{ name: '', url: '', events: [], scopes: [] }}
        save={async (send, values, { changes, found }) => {
          if (found) return send(changes);
          const made = await send(values);
          // The record's screen opens after the secret was stored.
          if ('secret' in made) setSecret({ ...made, secret: String(made.secret), previousExpiresAt: null });
          return undefined;
        }}
        createLabel="Make endpoint"
      >
        {(found) => (
          <FormSection title="Endpoint">
            <FormRow>
              <TextField name="name" label="Name" required autoFocus={!found} description="Which program is told" />
              <TextField
                name="url"
                label="Address"
                required
                placeholder="https://"
                description="An https address that the internet can reach"
              />
            </FormRow>
            <HearingFields events={known} />
          </FormSection>
        )}
      </RecordForm>
      <WebhookSecretDialog
        shown={secret}
        onClose={() => {
          setSecret(null);
          void navigate(secret ? `${webhookEndpoints.home}/${secret.id}` : webhookEndpoints.home);
        }}
      />
    </>
  );
}
