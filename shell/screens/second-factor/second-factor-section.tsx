import { Button } from '@mantine/core';
import {
  ErrorState,
  FormSection,
  Icon,
  LoadingState,
  StatusBadge,
  toast,
  useEndpoint,
  useEndpointMutation,
} from '@millwright/core/browser';
import { beginProviderLink } from '../../../core/contracts/identity-provider.contract.ts';
import { getMySecondFactor } from '../../../core/contracts/second-factor.contract.ts';
import classes from '../profile/rows.module.css';
import { AuthenticatorAppRow } from './authenticator-app.tsx';

/** What the person signs in with beside the password. */
export function SecondFactorSection() {
  const factor = useEndpoint(getMySecondFactor);
  return (
    <FormSection title="Second factor" description="Who has your password alone does not come in">
      {factor.data ? (
        <>
          <AuthenticatorAppRow factor={factor.data} />
          {factor.data.provider && <ProviderRow {...factor.data.provider} />}
        </>
      ) : factor.error ? (
        <ErrorState error={factor.error} onRetry={() => void factor.refetch()} what="second factor" />
      ) : (
        <LoadingState lines={2} />
      )}
    </FormSection>
  );
}

/** The single sign-on of the account that one works in, to be linked of one's own will. */
function ProviderRow({ account, isLinked }: { account: string; isLinked: boolean }) {
  const begin = useEndpointMutation(beginProviderLink);
  const link = async () => {
    try {
      const { url } = await begin.mutateAsync({ body: { account } });
      location.assign(url);
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <div className={classes['row']}>
      <Icon name="building" />
      <span className={classes['what']}>
        <span className={classes['title']}>
          Single sign-on of {account}
          {isLinked && <StatusBadge tone="success">Linked</StatusBadge>}
        </span>
        <span className={classes['detail']}>Linked, it signs you in to all your accounts</span>
      </span>
      {!isLinked && (
        <Button variant="default" size="compact-sm" loading={begin.isPending} onClick={() => void link()}>
          Link it
        </Button>
      )}
    </div>
  );
}
