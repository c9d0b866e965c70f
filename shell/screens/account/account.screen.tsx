import {
  addressValues,
  FormScreen,
  RecordPending,
  StatusBadge,
  TimelinePanel,
  toast,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { accountPatch, getAccount, updateAccount } from '../../../core/contracts/accounts/account.contract.ts';
import { AccountAddresses } from './account-addresses.tsx';
import { LogoSection } from './logo-section.tsx';
import { BillToFields, BusinessFields, RegionFields } from './profile-fields.tsx';

const plans = { free: 'Free plan', pro: 'Pro plan' } as const;

export function AccountScreen() {
  const { account, can } = useSession();
  const params = { accountID: account?.id ?? '' };
  const profile = useEndpoint(getAccount, { params }, { enabled: account !== null });
  const update = useEndpointMutation(updateAccount);
  const { data } = profile;
  if (!data) return <RecordPending query={profile} what="account" />;
  const canChange = can('account:update');
  const { name, slug, email, phone, website, accentColor, type, onboardingStatus, currency, timeZone, locale } = data;
  return (
    <FormScreen
      title="Account"
      beside={<StatusBadge tone={data.plan === 'pro' ? 'success' : 'neutral'}>{plans[data.plan]}</StatusBadge>}
      schema={accountPatch}
      values={{
        name,
        slug,
        email,
        phone,
        website,
        accentColor,
        type,
        onboardingStatus,
        currency,
        timeZone,
        locale,
        billToAddress: addressValues(data.billToAddress),
      }}
      canSave={canChange}
      onSave={async (_values, changes) => {
        await update.mutateAsync({ params, body: { ...changes, version: data.version } });
        toast.success('Account saved');
      }}
    >
      <LogoSection profile={data} canChange={canChange} />
      <BusinessFields />
      <RegionFields profile={data} />
      <BillToFields locale={data.locale} />
      <AccountAddresses accountID={data.id} locale={data.locale} />
      <TimelinePanel record={{ type: 'account', id: data.id }} />
    </FormScreen>
  );
}
