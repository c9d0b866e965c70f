export {
  type AuditEntry,
  audit,
  auditAll,
  auditAsAuth,
  backdate,
  changesOf,
  type FieldChange,
  snapshotOf,
} from './audit/audit.ts';
export { endWidgetSession, widgetCodeMinutes } from './auth/widget-session.ts';
export { WidgetSignIns } from './auth/widget-sign-in.ts';
export {
  type BulkAction,
  type BulkItem,
  bulkWork,
  previewBulk,
  type Restoration,
  type RestoredRecord,
  runBulk,
  type SortedRecords,
} from './change-sets/bulk.ts';
export { bulkEdit, type Changes, type EditedField } from './change-sets/bulk-edit.ts';
export type {
  AppliedRow,
  ChangeSetWork,
  RowChange,
  RowVerdict,
  StagedRow,
  UndoneSet,
  WorkOptions,
  WrittenVersions,
} from './change-sets/change-set-work.ts';
export { recordChangeSet, startBulk, type WrittenRow } from './change-sets/change-sets.service.ts';
export { hashToken, isSameSecret, newCode, newToken } from './credentials/secret-token.ts';
export { analyzeGrown } from './database/analyze-grown.ts';
export * from './database/field-columns.ts';
export { fixedSelect } from './database/fixed-select.ts';
export { refuseInTransaction } from './database/inside-transaction.ts';
export { readTogether } from './database/read-together.ts';
export * from './database/referenced-tables.ts';
export { listed, plannedOnce, preparable } from './database/sent-statement.ts';
export * from './database/state-sql.ts';
export * from './database/table-row.ts';
export * from './database/tenant-entity.ts';
export { type NewRecord, sql, TenantEntityManager, type TenantRecord } from './database/tenant-entity-manager.ts';
export { type Aggregate, emit, emitAll } from './events/emit.ts';
export { type FileToSave, readFile, removeFile, saveFile } from './files/file.service.ts';
export { FileStore, fileStore, setFileStore } from './files/file-store.ts';
export type {
  ExportedRow,
  ImportChoices,
  ImportDefinition,
  ImportFieldDeclaration,
  ImportVerdict,
  ParsedRow,
} from './imports/import-definition.ts';
export { Imports } from './imports/imports.service.ts';
export { matchHeadings } from './imports/match-headings.ts';
export * from './imports/named-records.ts';
export { cellOf, listOfCell } from './imports/plain-cells.ts';
export type {
  NamedRecord,
  PlainChange,
  PlainDraft,
  PlainEntry,
  PlainField,
  PlainImport,
  PlainPart,
  PlainParts,
  PlainPreparation,
  PlainRecord,
  PlainRows,
  PlainState,
  PlainTaken,
  PlainValues,
  PlainWrite,
} from './imports/plain-import.ts';
export { plainImporter } from './imports/plain-importer.ts';
export { plainTextField } from './imports/plain-records.ts';
export { CredentialVault } from './integrations/credential-vault.ts';
export { IntegrationService, isConnected } from './integrations/integration.service.ts';
export * from './kernel/clock.ts';
export { enabledOf, portFor } from './kernel/container.ts';
export * from './kernel/context.ts';
export * from './kernel/forbidden-state.ts';
export { NotReachedError, type OpenSocket, OutgoingSockets } from './kernel/guarded-socket.ts';

export * from './kernel/part.ts';
export * from './kernel/plugin.ts';
export * from './kernel/route.ts';
export { inWorker, type WorkerLimits } from './kernel/thread-call.ts';
export { todayOf } from './kernel/today.ts';
export { inTurns, mapInTurns, pauses } from './kernel/turns.ts';
export { WaitingLine } from './kernel/waiting-line.ts';
export { createDeviceKey, deviceKeysOf, revokeDeviceKey } from './keys/device-key.ts';
export { clientNetwork } from './limits/client-network.ts';
export {
  type CallerRule,
  countInAccount,
  type LimitRule,
  limitKey,
  type NamedRule,
  spendQuietlyInAccount,
  tooManyAttempts,
} from './limits/limiter.ts';
export {
  cachedCount,
  invalidateCounts,
  type ListEndpoint,
  type ListParts,
  listIDs,
  listPage,
  touched,
  touchedRows,
} from './lists/list-page.ts';
export { instantJSON, isoText, named, otherName, projection } from './lists/projection.ts';
export { withinInstants } from './lists/within-instants.ts';
export { type EmailFrame, reactEmail } from './mail/email-templates.ts';
export { mailedJustNow, mailedLately, refuseMailAgain } from './mail/mail-again.ts';
export { plainName } from './mail/plain-name.ts';
export { type EmailRequest, emailSent, queueEmail } from './mail/queue-email.ts';
export {
  claimNumber,
  claimNumbers,
  nextNumber,
  nextNumbers,
  numbersWithoutGaps,
  releaseNumbers,
} from './numbering/numbering.ts';
export type { Paper, PaperBrand, PaperColumn, PaperRow } from './papers/paper.ts';
export { paperFrame, paperPDF } from './papers/paper-pdf.ts';
export { type RecordLinks, removeLinks, writeLinks } from './records/record-links.ts';
export { mayUse, type RecordRegistry, readableTypes, visibleRecord } from './records/record-registry.ts';
export * from './records/record-uses.ts';
export type { Reference } from './records/reference.ts';
export { renewVersion } from './records/renew-version.ts';
export * from './reference-records/reference-record.ts';
export {
  type IndexedRecord,
  indexRecord,
  indexRecords,
  recordsWithoutDocument,
  searchIDs,
  unindexRecord,
  unindexRecords,
} from './search/search.ts';
export { searchText, searchWords } from './search/search-text.ts';
export { accountSetting, accountSettings, updateAccountSettings } from './settings/account-settings.ts';
export { addressesThatWant, membersWhoWant } from './team/member-view.ts';
export {
  changePortalPerson,
  invitePortalPerson,
  type PortalPerson,
  portalPeople,
  portalPersonKnown,
} from './team/portal-people.ts';
export { isNoCustomer } from './tenancy/access.ts';
export { billToAddressOf, inAccountOfSlug, publicProfile } from './tenancy/account.ts';
export { asAccount } from './tenancy/as-account.ts';
export { Member, type MemberStatus } from './tenancy/member.entity.ts';
export { memberIs } from './tenancy/member-is.ts';
export { Party, PartyAddress, type PartyKind } from './tenancy/party.entity.ts';
export {
  createParty,
  linkChild,
  listChildren,
  type PartyInput,
  partyOf,
  permittedParty,
  removeParties,
  removeParty,
  unlinkChild,
  updateParty,
} from './tenancy/party.ts';
export {
  addAddress,
  changeAddress,
  insertAddress,
  overwriteAddress,
  pageOfAddresses,
  removeAddress,
} from './tenancy/party-address.ts';
export {
  type AddressColumns,
  detachParties,
  insertAddresses,
  insertParties,
  lockForRemoval,
  overwriteAddresses,
  overwriteParties,
  removeAddresses,
} from './tenancy/party-sets.ts';
export { RegistrationFlow } from './tenancy/registration-flow.entity.ts';
export { activeFlow, publicFlow } from './tenancy/registration-flow.ts';
