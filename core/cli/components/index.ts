/** Ink components for interactive commands. Import this module inside `run`, because Ink loads slowly. */
export { askConfirmation, Confirm } from './confirm.tsx';
export { type ErrorRow, ErrorTable } from './error-table.tsx';
export { Progress } from './progress.tsx';
export { showScreen } from './screen.tsx';
export { Table } from './table.tsx';
