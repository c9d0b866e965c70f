import { AuditEvent } from '../../audit/audit-event.entity.ts';
import { authEntities } from '../../auth/auth-entities.ts';
import { ChangeSet, ChangeSetRow, RestoredVersion } from '../../change-sets/change-set.entity.ts';
import { RecordComment, RecordFollower } from '../../comments/comment.entity.ts';
import { BackupRun } from '../../database/schema/backup-run.entity.ts';
import { EventOutbox } from '../../events/event-outbox.entity.ts';
import { HandledEvent } from '../../events/handled-event.entity.ts';
import { FileContent, StoredFile } from '../../files/file.entity.ts';
import { Import, ImportMapping } from '../../imports/import.entity.ts';
import { Notification } from '../../inbox/notification.entity.ts';
import { AccountKey, Integration } from '../../integrations/integration.entity.ts';
import { JobLook } from '../../jobs/looks/job-look.entity.ts';
import { IdempotencyKey } from '../../kernel/calls/idempotency.ts';
import { PersonIdempotencyKey } from '../../kernel/calls/person-idempotency.ts';
import { EmailLog } from '../../mail/log/email-log.entity.ts';
import { DemoRequest } from '../../mail/people/demo-request.entity.ts';
import { PersonMail } from '../../mail/people/person-mail.entity.ts';
import { ClaimedNumber, NumberingSequence } from '../../numbering/numbering-sequence.entity.ts';
import { ApiKey } from '../../permissions/api-key.entity.ts';
import { PublishableKey } from '../../permissions/publishable-key.entity.ts';
import { Role, RolePermission } from '../../permissions/role.entity.ts';
import { RequestLog } from '../../request-log/request-log.entity.ts';
import { SearchDocument } from '../../search/search-document.entity.ts';
import { SavedView } from '../../settings/saved-view.entity.ts';
import { TeamTask } from '../../tasks/record/task.entity.ts';
import { AccessNotice } from '../../tenancy/access/access-notice.entity.ts';
import { Member, NotificationPreference, SalesTarget } from '../../tenancy/access/member.entity.ts';
import { SignInPolicy } from '../../tenancy/access/sign-in/sign-in-policy.entity.ts';
import { Account, AccountPlugin, AccountSlug } from '../../tenancy/accounts/account.entity.ts';
import { EmailDomain } from '../../tenancy/email-domain.entity.ts';
import { IdentityProvider } from '../../tenancy/identity-provider.entity.ts';
import { Party, PartyAddress } from '../../tenancy/parties/party.entity.ts';
import { RegistrationFlow } from '../../tenancy/registration-flow.entity.ts';
import { WebhookDelivery } from '../../webhooks/delivery/webhook-delivery.entity.ts';
import { WebhookEndpoint } from '../../webhooks/endpoint/webhook-endpoint.entity.ts';

/** Entities of schema `core`, one line per area. */
export const entities = [
  BackupRun,
  JobLook,
  AccessNotice,
  IdempotencyKey,
  PersonIdempotencyKey,
  Account,
  AccountPlugin,
  AccountSlug,
  Party,
  PartyAddress,
  RegistrationFlow,
  SignInPolicy,
  IdentityProvider,
  EmailDomain,
  Member,
  NotificationPreference,
  SalesTarget,
  Role,
  RolePermission,
  ApiKey,
  PublishableKey,
  AuditEvent,
  ChangeSet,
  ChangeSetRow,
  RestoredVersion,
  Import,
  ImportMapping,
  ...authEntities,
  EventOutbox,
  HandledEvent,
  EmailLog,
  PersonMail,
  Notification,
  RecordComment,
  RecordFollower,
  TeamTask,
  DemoRequest,
  RequestLog,
  NumberingSequence,
  ClaimedNumber,
  SearchDocument,
  StoredFile,
  FileContent,
  SavedView,
  Integration,
  AccountKey,
  WebhookEndpoint,
  WebhookDelivery,
];
