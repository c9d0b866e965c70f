import { ErrorState, FormSection, LoadingState, useEndpoint } from '@millwright/core/browser';
import { getMySecondFactor } from '../../../core/contracts/second-factor.contract.ts';
import { AuthenticatorAppRow } from './authenticator-app.tsx';

/** What the person signs in with beside the password. */
export function SecondFactorSection() {
  const factor = useEndpoint(getMySecondFactor);
  return (
    <FormSection title="Second factor" description="Who has your password alone does not come in">
      {factor.data ? (
        <AuthenticatorAppRow factor={factor.data} />
      ) : factor.error ? (
        <ErrorState error={factor.error} onRetry={() => void factor.refetch()} what="second factor" />
      ) : (
        <LoadingState lines={2} />
      )}
    </FormSection>
  );
}
