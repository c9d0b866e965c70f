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
export { endWidgetSession, widgetCodeMinutes } from './auth/keys/widget-session.ts';
export { WidgetSignIns } from './auth/keys/widget-sign-in.ts';
export { provenAddress } from './auth/people/prove-address.ts';
export { addDemoFile, drawDemoPage, drawDemoPicture } from './boot/demo/demo-files.ts';
export {
  type BulkAction,
  type BulkItem,
  bulkWork,
  previewBulk,
  type Restoration,
  type RestoredRecord,
  runBulk,
  type SortedRecords,
} from './change-sets/bulk/bulk.ts';
export { bulkEdit, type Changes, type EditedField } from './change-sets/bulk/bulk-edit.ts';
export { recordChangeSet, startBulk, type WrittenRow } from './change-sets/change-sets.service.ts';
export type {
  AppliedRow,
  ChangeSetAction,
  RowChange,
  RowVerdict,
  StagedRow,
  UndoneSet,
  WorkOptions,
  WrittenVersions,
} from './change-sets/run/change-set-action.ts';
export { createDemoComments, type DemoConversation } from './comments/comment-demo.ts';
export { hashToken, isSameSecret, newCode, newToken } from './credentials/secret-token.ts';
export * from './database/rows/field-columns.ts';
export { readTogether } from './database/rows/read-together.ts';
export * from './database/rows/referenced-tables.ts';
export * from './database/rows/state-sql.ts';
export * from './database/rows/table-row.ts';
export { evaluatedOnce } from './database/statements/evaluated-once.ts';
export { fixedSelect } from './database/statements/fixed-select.ts';
export { listed } from './database/statements/sent-statement.ts';
export { analyzeGrown } from './database/statistics/analyze-grown.ts';
export * from './database/tenant-entity.ts';
export { type NewRecord, sql, TenantEntityManager, type TenantRecord } from './database/tenant-entity-manager.ts';
export { refuseInTransaction } from './database/transactions/inside-transaction.ts';
export { type Aggregate, emit, emitAll } from './events/emit.ts';
export { type FileToSave, fileFromOutside, readFile, removeFile, saveFile } from './files/file.service.ts';
export { FileStore, fileStore, setFileStore } from './files/file-store.ts';
export { readSharedFile, sharedFilesOf } from './files/shared-files.ts';
export { writePNG } from './files/write-png.ts';
export { matchHeadings } from './imports/cells/match-headings.ts';
export type {
  ExportedRow,
  ImportChoices,
  ImportDefinition,
  ImportFieldDeclaration,
  ImportVerdict,
  ParsedRow,
} from './imports/import-definition.ts';
export { Imports } from './imports/imports.service.ts';
export * from './imports/plain/named-records.ts';
export { cellOf, listOfCell } from './imports/plain/plain-cells.ts';
export type {
  NamedRecord,
  PlainChange,
  PlainDraft,
  PlainEntry,
  PlainFact,
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
} from './imports/plain/plain-import.ts';
export { plainImporter } from './imports/plain/plain-importer.ts';
export { plainTextField } from './imports/plain/plain-records.ts';
export { type Notice, notify } from './inbox/notify.ts';
export { CredentialVault } from './integrations/credential-vault.ts';
export { IntegrationService, isConnected } from './integrations/integration.service.ts';
export { accountsIn, accountsOfAny, accountsThatSet, accountsWithOlder } from './jobs/looks/due-sql.ts';
export { createPause, mapWithPauses, runWithPauses } from './kernel/calls/pauses.ts';
export { inWorker, type WorkerLimits } from './kernel/calls/thread-call.ts';
export { WaitingLine } from './kernel/calls/waiting-line.ts';
export * from './kernel/context/clock.ts';
export * from './kernel/context/context.ts';
export { todayOf } from './kernel/context/today.ts';
export { NotReachedError, type OpenSocket, OutgoingSockets } from './kernel/outgoing/guarded-socket.ts';
export { enabledOf, portFor } from './kernel/plugin/container.ts';
export { definePlugin } from './kernel/plugin/define-plugin.ts';
export * from './kernel/plugin/forbidden-state.ts';
export * from './kernel/plugin/part.ts';
export * from './kernel/plugin/plugin.ts';
export { type Contribution, contribution, type Port, type Services } from './kernel/plugin/services.ts';
export * from './kernel/route.ts';
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
export { among, likeOf, matchesText, since, sinceDay, upTo, upToDay } from './lists/conditions.ts';
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
export {
  instantJSON,
  isoText,
  joinedRecord,
  type NoFields,
  named,
  otherName,
  type ProjectionScope,
  projection,
} from './lists/projection.ts';
export { withinInstants } from './lists/within-instants.ts';
export { previewOf, queueRecordEmail } from './mail/log/email-record.ts';
export { mailedJustNow, mailedLately, refuseMailAgain } from './mail/log/mail-again.ts';
export { plainName } from './mail/sending/plain-name.ts';
export { type EmailRequest, emailFrameOf, emailSent, queueEmail } from './mail/sending/queue-email.ts';
export { type EmailFrame, reactEmail } from './mail/templates/email-templates.ts';
export {
  claimNumber,
  claimNumbers,
  nextNumber,
  nextNumbers,
  numbersWithoutGaps,
  releaseNumbers,
} from './numbering/numbering.ts';
export { documentPDF, paperFrame } from './papers/document-pdf.ts';
export type { PaperBrand, PaperColumn, PaperRow, PrintedDocument } from './papers/printed-document.ts';
export { type RecordLinks, removeLinks, writeLinks } from './records/record-links.ts';
export { mayUse, type RecordRegistry, readableTypes, visibleRecord } from './records/record-registry.ts';
export * from './records/record-uses.ts';
export type { Reference } from './records/reference.ts';
export { renewVersion } from './records/renew-version.ts';
export { textTwins } from './records/text-twins.ts';
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
export { closeTask, closeTaskWithLast, createTask, type ReasonTask } from './tasks/record/create-task.ts';
export { type EndedTask, TaskEndPort } from './tasks/record/task-end.port.ts';
export { tasksWithReason } from './tasks/record/task-invariants.ts';
export { addressesThatWant } from './team/member-view.ts';
export {
  changePortalPerson,
  invitePortalPerson,
  type PortalPerson,
  portalPeople,
  portalPersonKnown,
} from './team/portal-people.ts';
export { isNoCustomer } from './tenancy/access/access.ts';
export { Member, type MemberStatus } from './tenancy/access/member.entity.ts';
export { memberIs } from './tenancy/access/member-is.ts';
export { withoutCustomerPolicy } from './tenancy/access/without-customer-policy.ts';
export { billToAddressOf, inAccountOfSlug, publicProfile } from './tenancy/accounts/account.ts';
export { usedCurrencyChanges } from './tenancy/accounts/currency-state.ts';
export { Party, PartyAddress, type PartyKind } from './tenancy/parties/party.entity.ts';
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
} from './tenancy/parties/party.ts';
export {
  addAddress,
  changeAddress,
  insertAddress,
  overwriteAddress,
  pageOfAddresses,
  removeAddress,
} from './tenancy/parties/party-address.ts';
export {
  type AddressColumns,
  detachParties,
  insertAddresses,
  insertParties,
  lockForRemoval,
  overwriteAddresses,
  overwriteParties,
  removeAddresses,
} from './tenancy/parties/party-sets.ts';
export { RegistrationFlow } from './tenancy/registration-flow.entity.ts';
export { activeFlow, publicFlow } from './tenancy/registration-flow.ts';
