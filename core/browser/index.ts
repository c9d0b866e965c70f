/** The API of shell and plugin screens: `@millwright/core/browser`. */
export { ApiError, type Client, endpointPath, queryString } from '../contracts/endpoints/client.ts';
export { accountTab, accountURL, apiBaseURL } from './account-tab.ts';
export { ApiProvider, createBrowserClient, createQueryClient, useClient } from './api-provider.tsx';
export {
  type Command,
  type ComponentLoader,
  defineScreens,
  loadComponent,
  type PluginScreens,
} from './define-screens.ts';
export { type DeviceKey, deviceKey, isDevicePage } from './device-key.ts';
export {
  createFormats,
  type DecimalValue,
  type FormatSettings,
  type Formats,
  formats,
  noValue,
  setFormats,
} from './format.ts';
export { DateText, DateTimeText, Money, Quantity } from './formatted.tsx';
export { late, loadLate } from './late.tsx';
export { returning, useOriginTrail } from './origin.ts';
export { useWedgeScanner } from './scan/use-wedge-scanner.ts';
export { onScreenTitle, useFallbackTitle, useScreenTitle } from './screen-title.ts';
export {
  type BrowserSession,
  type SessionAccount,
  SessionProvider,
  type SessionState,
  type SessionUser,
  useSession,
} from './session.tsx';
export { type Shortcut, type ShortcutOptions, useShortcut, useShortcuts } from './shortcut.ts';
export { defineSlot, Slot, type SlotContribution, type SlotDefinition, SlotProvider } from './slot.tsx';
export { Branded } from './ui/brand.tsx';
export { CardTable } from './ui/card-table.tsx';
export { ChangeSetProgress, useChangeSet } from './ui/change-set-progress.tsx';
export { outcomeText } from './ui/change-set-text.ts';
export { ConfirmDialog, type ConfirmOptions, useConfirm } from './ui/confirm-dialog.tsx';
export { CopyID, type Fact, Facts, Panel } from './ui/detail/panel.tsx';
export { type MenuAction, MenuActions, noteTab } from './ui/detail/record-parts.tsx';
export { RecordScreen } from './ui/detail/record-screen.tsx';
export { TimelineDialog } from './ui/detail/timeline-panel.tsx';
export { actionText, timelineNote } from './ui/detail/timeline-text.ts';
export { ErrorBoundaryPanel } from './ui/error-boundary-panel.tsx';
export { domainText, errorText, permissionText } from './ui/error-text.ts';
export { AddressFields } from './ui/form/address-fields.tsx';
export { addressLines, addressValues, emptyAddress, regionOf } from './ui/form/address-values.ts';
export {
  DateField,
  type FieldProps,
  MoneyField,
  NoteField,
  NumberField,
  PercentField,
  QuantityField,
  SelectField,
  SwitchField,
  TextField,
  useField,
} from './ui/form/fields.tsx';
export { FileField } from './ui/form/file-field.tsx';
export { ErrorSummary, FormRow, FormSection } from './ui/form/form-parts.tsx';
export { FormDialog, type FormDialogProps, FormScreen, type FormScreenProps } from './ui/form/form-screen.tsx';
export { DayPicker } from './ui/form/lazy-day-input.tsx';
export { LineTable } from './ui/form/lazy-line-table.tsx';
export type { Line, LineColumn } from './ui/form/line-cell.tsx';
export type { LineTableProps } from './ui/form/line-table.tsx';
export { MeasureField, type UnitChoice } from './ui/form/measure-field.tsx';
export {
  bulkFields,
  fieldColumn,
  fieldFilters,
  RecordFields,
  type ReferenceSources,
  recordFacts,
} from './ui/form/record-fields.tsx';
export { RecordForm, type RecordFormProps, type RecordKind } from './ui/form/record-form.tsx';
export { RecordPicker, RecordSelect } from './ui/form/record-select.tsx';
export { CountryField, StateField } from './ui/form/region-fields.tsx';
export { type RecordFormSettings, type RecordFormState, useRecordForm } from './ui/form/use-record-form.ts';
export { Icon, type IconName, isIconName } from './ui/icon.tsx';
export { KeyboardSheet, ShortcutKeys } from './ui/keyboard-sheet.tsx';
export { csvColumns } from './ui/list/csv-columns.ts';
export { ListBulkBar } from './ui/list/list-bulk-bar.tsx';
export { ListScreen } from './ui/list/list-screen.tsx';
export type {
  BulkEdit,
  BulkEditField,
  BulkResult,
  BulkSelection,
  ListBulkAction,
  ListColumn,
  ListFilter,
  ListScreenProps,
  SystemView,
} from './ui/list/list-types.ts';
export { RecordListScreen } from './ui/list/record-list-screen.tsx';
export { selectionBody } from './ui/list/selection-body.ts';
export { useOptionLabels, useOptions } from './ui/list/use-options.ts';
export { HeaderCount, PageHeader, type PageHeaderProps } from './ui/page-header.tsx';
export { PracticeCard } from './ui/practice-card.tsx';
export { RecordPending } from './ui/record-pending.tsx';
export { type Option, type RecordSource, type RowOf, recordSource } from './ui/record-source.ts';
export { runWithToast, useRunIfConfirmed } from './ui/run-with-toast.ts';
export { LinkButton, LinkText } from './ui/screen-link.tsx';
export {
  EmptyState,
  ErrorState,
  LoadingState,
  NoMatchState,
  NoPermissionState,
  NotFoundState,
  PendingState,
  type StateAction,
} from './ui/states.tsx';
export { StatusBadge, type StatusTone } from './ui/status-badge.tsx';
export { cssVariablesResolver, theme } from './ui/theme.ts';
export { toast, UndoToast } from './ui/toast.tsx';
export { UiProvider } from './ui/ui-provider.tsx';
export { useDelay } from './ui/use-delay.ts';
export { useDelete } from './ui/use-delete.ts';
export {
  endpointKey,
  type UseEndpointMutationOptions,
  type UseEndpointOptions,
  useEndpoint,
  useEndpointMutation,
} from './use-endpoint.ts';
export { importPath, useImportTypes } from './use-import-types.ts';
export { type RecordInAddress, useRecord } from './use-record.ts';
