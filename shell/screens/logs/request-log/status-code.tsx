import { StatusBadge, type StatusTone } from '@millwright/core/browser';

const toneOf = (code: number): StatusTone =>
  code >= 500 ? 'danger' : code >= 400 ? 'warning' : code >= 300 ? 'neutral' : 'success';

/** Status code of an answer, colored by its class. */
export function StatusCode({ code }: { code: number }) {
  return <StatusBadge tone={toneOf(code)}>{code}</StatusBadge>;
}
