import { ApiKey } from '../permissions/api-key.entity.ts';
import { PublishableKey } from '../permissions/publishable-key.entity.ts';
import { Role, RolePermission } from '../permissions/role.entity.ts';
import { Member, NotificationPreference, SalesTarget } from './access/member.entity.ts';
import { SignInPolicy } from './access/sign-in/sign-in-policy.entity.ts';
import { Account, AccountPlugin, AccountSlug } from './accounts/account.entity.ts';
import { EmailDomain } from './email-domain.entity.ts';
import { IdentityProvider } from './identity-provider.entity.ts';
import { Party, PartyAddress } from './parties/party.entity.ts';
import { RegistrationFlow } from './registration-flow.entity.ts';

/** Entities of accounts, their people and their rights. */
export const tenancyEntities = [
  Account,
  AccountPlugin,
  AccountSlug,
  Party,
  PartyAddress,
  Role,
  RolePermission,
  ApiKey,
  PublishableKey,
  Member,
  NotificationPreference,
  SalesTarget,
  RegistrationFlow,
  SignInPolicy,
  IdentityProvider,
  EmailDomain,
];
