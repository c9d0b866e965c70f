export * from './accounts/account.contract.ts';
export * from './accounts/customer-registration.contract.ts';
export * from './accounts/document-link.contract.ts';
export { getMyNotifications, updateMyNotifications } from './accounts/me.contract.ts';
export * from './accounts/member.contract.ts';
export * from './accounts/party-address.contract.ts';
export * from './accounts/registration-flow.contract.ts';
export * from './accounts/role.contract.ts';
export * from './accounts/sys-property.contract.ts';
export * from './amounts/currency.ts';
export * from './amounts/money.ts';
export * from './amounts/pack-units.ts';
export * from './amounts/quantity.ts';
export * from './client.ts';
export * from './endpoints/crud.ts';
export * from './endpoints/endpoint.ts';
export * from './endpoints/list-query.ts';
export * from './endpoints/problem.ts';
export * from './numbers/decimal.ts';
export * from './numbers/entered-number.ts';
export * from './numbers/fraction.ts';
export * from './numbers/rounding.ts';
export * from './numbers/wire-number.ts';
export * from './plugins/core-screens.ts';
export * from './plugins/event.ts';
export * from './plugins/manifest.contract.ts';
export * from './plugins/permission.ts';
export * from './plugins/port.ts';
export * from './plugins/registration-defaults-port.ts';
export * from './plugins/screen.ts';
export * from './plugins/view.ts';
export * from './plugins/views.ts';
export * from './plugins/widget.ts';
export * from './records/comment.contract.ts';
export * from './records/fields/record-fields.ts';
export * from './records/product-type.ts';
export * from './records/record.ts';
export * from './records/record-action.contract.ts';
export * from './records/record-declarations.ts';
export * from './records/saved-view.contract.ts';
export * from './records/shown-values.ts';
export * from './records/states.ts';
export * from './records/timeline.contract.ts';
export * from './sign-in/api-key.contract.ts';
export * from './sign-in/device.contract.ts';
export * from './sign-in/publishable-key.contract.ts';
export { secondFactorCode } from './sign-in/second-factor.contract.ts';
export * from './texts/accent-color.ts';
export * from './texts/address.ts';
export * from './texts/date.ts';
export * from './texts/id.ts';
export * from './texts/text.ts';
export * from './work/change-set.contract.ts';
export {
  emailPreview,
  emailRecord,
  getEmailLog,
  listEmailLogs,
  mailedFileIDs,
  previewRecordEmail,
} from './work/email-log.contract.ts';
export * from './work/file.contract.ts';
export * from './work/file-content.contract.ts';
export * from './work/import.contract.ts';
export * from './work/inbox.contract.ts';
export * from './work/integration.contract.ts';
export * from './work/search.contract.ts';
export * from './work/task.contract.ts';
