import type { IntegrationCode } from '../../../../core/contracts/work/integration.contract.ts';

/** A credential field of the form. */
export interface CredentialField {
  name: string;
  label: string;
  hint: string;
}

/** Purpose and credentials of each kind of integration; `provider` is the provider's name. */
export const integrationKinds: Record<
  IntegrationCode,
  { provider: string; purpose: string; fields: readonly CredentialField[] }
> = {
  stripe: {
    provider: 'Stripe',
    purpose: 'Card payments',
    fields: [
      { name: 'privateKey', label: 'Private key', hint: 'Starts with sk_' },
      { name: 'publishableKey', label: 'Publishable key', hint: 'Starts with pk_' },
      { name: 'webhookSecret', label: 'Webhook secret', hint: 'Starts with whsec_' },
    ],
  },
  ups: {
    provider: 'UPS',
    purpose: 'Parcel carrier',
    fields: [
      { name: 'clientId', label: 'Client ID', hint: 'Of the application in the developer portal' },
      { name: 'clientSecret', label: 'Client secret', hint: 'Of the same application' },
      { name: 'accountNumber', label: 'Account number', hint: 'The shipper account that is billed' },
    ],
  },
  shippo: {
    provider: 'Shippo',
    purpose: 'Shipping labels',
    fields: [{ name: 'apiKey', label: 'API key', hint: 'Starts with shippo_live_ or shippo_test_' }],
  },
  practice_carrier: {
    provider: 'Practice carrier',
    purpose: 'Labels to practise with: no carrier takes them',
    fields: [],
  },
};
