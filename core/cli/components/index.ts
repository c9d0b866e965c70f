/** Ink components for interactive commands; import it inside `run`, because Ink takes its time to load. */
export { askConfirmation, Confirm } from './confirm.tsx';
export { type ErrorRow, ErrorTable } from './error-table.tsx';
export { Progress } from './progress.tsx';
export { showScreen } from './screen.tsx';
export { Table } from './table.tsx';
