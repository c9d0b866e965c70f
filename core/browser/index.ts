/** The API of shell and plugin screens: `@millwright/core/browser`. */
export { ApiError, type Client, endpointPath, queryString } from '../contracts/client.ts';
export { ApiProvider, createBrowserClient, createQueryClient, useClient } from './api/api-provider.tsx';
export { returning, useOriginTrail } from './api/origin.ts';
export {
  endpointKey,
  type UseEndpointMutationOptions,
  type UseEndpointOptions,
  useEndpoint,
  useEndpointMutation,
} from './api/use-endpoint.ts';
export { importPath, useImportTypes } from './api/use-import-types.ts';
export { type RecordInAddress, useRecord } from './api/use-record.ts';
export {
  createFormats,
  type DecimalValue,
  type FormatSettings,
  type Formats,
  formats,
  noValue,
  setFormats,
} from './format/format.ts';
export { DateText, DateTimeText, Money, Quantity } from './format/formatted.tsx';
export { late, loadLate } from './format/late.tsx';
export { type DeviceKey, deviceKey, isDevicePage } from './keys/device-key.ts';
export { type Shortcut, type ShortcutOptions, useShortcut, useShortcuts } from './keys/shortcut.ts';
export { useWedgeScanner } from './scan/use-wedge-scanner.ts';
export { accountTab, accountURL, apiBaseURL } from './screens/account-tab.ts';
export {
  type Command,
  type ComponentLoader,
  defineScreens,
  loadComponent,
  type PluginScreens,
} from './screens/define-screens.ts';
export { openInTab } from './screens/open-in-tab.ts';
export { onScreenTitle, useFallbackTitle, useScreenTitle } from './screens/screen-title.ts';
export {
  type BrowserSession,
  type SessionAccount,
  SessionProvider,
  type SessionState,
  type SessionUser,
  useSession,
} from './screens/session.tsx';
export { defineSlot, Slot, type SlotContribution, type SlotDefinition, SlotProvider } from './screens/slot.tsx';
export { ChangeSetProgress, useChangeSet } from './ui/change-set/change-set-progress.tsx';
export { outcomeText } from './ui/change-set/change-set-text.ts';
export { CopyID, type Fact, Facts, Panel } from './ui/detail/panel.tsx';
export { type MenuAction, MenuActions, noteTab } from './ui/detail/record-parts.tsx';
export { RecordScreen } from './ui/detail/record-screen.tsx';
export { TimelineDialog, TimelinePanel } from './ui/detail/timeline-panel.tsx';
export { actionText, timelineNote } from './ui/detail/timeline-text.ts';
export { CardTable } from './ui/display/card-table.tsx';
export { Icon, type IconName, isIconName } from './ui/display/icon.tsx';
export { KeyboardSheet, ShortcutKeys } from './ui/display/keyboard-sheet.tsx';
export { PracticeCard } from './ui/display/practice-card.tsx';
export { LinkButton, LinkText } from './ui/display/screen-link.tsx';
export { StatusBadge, type StatusTone } from './ui/display/status-badge.tsx';
export { ConfirmDialog, type ConfirmOptions, useConfirm } from './ui/feedback/confirm-dialog.tsx';
export { domainText, errorText, permissionText } from './ui/feedback/error-text.ts';
export { runWithToast, useRunIfConfirmed } from './ui/feedback/run-with-toast.ts';
export {
  EmptyState,
  ErrorState,
  LoadingState,
  NoMatchState,
  NoPermissionState,
  NotFoundState,
  PendingState,
  type StateAction,
} from './ui/feedback/states.tsx';
export { toast, UndoToast } from './ui/feedback/toast.tsx';
export { useDelay } from './ui/feedback/use-delay.ts';
export { isPicture, sizeText } from './ui/files/file-text.ts';
export { FilesPanel } from './ui/files/lazy-files-panel.tsx';
export { openBytes, openFile, readFileBytes } from './ui/files/open-file.ts';
export { AddressFields } from './ui/form/address/address-fields.tsx';
export { addressLines, addressValues, emptyAddress, regionOf } from './ui/form/address/address-values.ts';
export { CountryField, StateField } from './ui/form/address/region-fields.tsx';
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
export { ErrorSummary, FormRow, FormSection } from './ui/form/form-parts.tsx';
export { FormDialog, type FormDialogProps, FormScreen, type FormScreenProps } from './ui/form/form-screen.tsx';
export { FileField } from './ui/form/inputs/file-field.tsx';
export { DayPicker } from './ui/form/inputs/lazy-day-input.tsx';
export { MeasureField, type UnitChoice } from './ui/form/inputs/measure-field.tsx';
export { LineTable } from './ui/form/lines/lazy-line-table.tsx';
export type { Line, LineColumn } from './ui/form/lines/line-cell.tsx';
export type { LineTableProps } from './ui/form/lines/line-table.tsx';
export {
  bulkFields,
  fieldFilters,
  RecordFields,
  type ReferenceSources,
  recordFacts,
} from './ui/form/record/record-fields.tsx';
export { RecordForm, type RecordFormProps, type RecordKind } from './ui/form/record/record-form.tsx';
export { RecordPicker, RecordSelect } from './ui/form/record/record-select.tsx';
export { type RecordFormSettings, type RecordFormState, useRecordForm } from './ui/form/record/use-record-form.ts';
export { Branded } from './ui/frame/brand.tsx';
export { ErrorBoundaryPanel } from './ui/frame/error-boundary-panel.tsx';
export { HeaderCount, PageHeader, type PageHeaderProps } from './ui/frame/page-header.tsx';
export { cssVariablesResolver, theme } from './ui/frame/theme.ts';
export { UiProvider } from './ui/frame/ui-provider.tsx';
export { ListBulkBar } from './ui/list/bulk/lazy-list-bulk-bar.tsx';
export { selectionBody } from './ui/list/bulk/selection-body.ts';
export { csvColumns } from './ui/list/columns/csv-columns.ts';
export { columnsWithout, hidden } from './ui/list/derived/derived-columns.tsx';
export { ListScreen } from './ui/list/list-screen.tsx';
export type {
  BulkEdit,
  BulkEditField,
  BulkResult,
  BulkSelection,
  ListBulkAction,
  ListColumn,
  ListedColumn,
  ListedFilter,
  ListFilter,
  ListScreenProps,
  SystemView,
} from './ui/list/list-types.ts';
export { RecordListScreen } from './ui/list/record-list-screen.tsx';
export { useOptionLabels, useOptions } from './ui/list/state/use-options.ts';
export { RecordPending } from './ui/record/record-pending.tsx';
export { type Option, type RecordSource, type RowOf, recordSource } from './ui/record/record-source.ts';
export { useDelete } from './ui/record/use-delete.ts';
export { TaskForm, TasksPanel } from './ui/tasks/lazy-tasks-panel.tsx';
export { ClosedText, DueText, holderText } from './ui/tasks/task-texts.tsx';
export { useTaskActs } from './ui/tasks/use-task-acts.ts';
