import { Group } from '@mantine/core';
import {
  FormScreen,
  FormSection,
  LinkButton,
  RecordPending,
  toast,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { getSecurityPolicy, updateSecurityPolicy } from '../../../../core/contracts/sign-in/security.contract.ts';
import { KeyNetworks } from './key-networks.tsx';
import { PeopleSummary } from './people-summary.tsx';
import { PolicyFields, policyForm } from './policy-fields.tsx';
import { ProviderSection } from './provider-section.tsx';

/** Sign-in methods of people and programs of the account, and the account's requirements. */
export function SecurityScreen() {
  const { account, can } = useSession();
  const policy = useEndpoint(getSecurityPolicy);
  const update = useEndpointMutation(updateSecurityPolicy);
  const { data } = policy;
  if (!data) return <RecordPending query={policy} what="security" />;
  const { everyone, roleIDs, graceDays } = data.secondFactor;
  return (
    <FormScreen
      title="Security"
      schema={policyForm}
      values={{ everyone, roleIDs, graceDays: String(graceDays) }}
      canSave={can('security:update')}
      {...(account ? { record: { type: 'account', id: account.id } } : {})}
      onSave={async (secondFactor) => {
        await update.mutateAsync({ body: { secondFactor, version: data.version } });
        toast.success('Saved');
      }}
    >
      <FormSection title="People" description="Who signs in how, since when, and when they were last here">
        <PeopleSummary />
        <Group>
          <LinkButton to="/dashboard/account/security/people" variant="default">
            All people
          </LinkButton>
        </Group>
      </FormSection>
      <PolicyFields />
      <ProviderSection />
      {can('api_keys:read') && <KeyNetworks />}
    </FormScreen>
  );
}
