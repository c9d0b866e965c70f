import { DateText, formats, StatusBadge } from '@millwright/core/browser';
import type { SalesOrderLine } from '../../../../../contracts/index.ts';

/** Reservation of an issued line: 'Reserved', 'Short 12 from Dec 4'. */
export function LinePromiseText({ line: { reserved, short, firstDate } }: { line: SalesOrderLine }) {
  if (!reserved || !short) return null;
  if (short.measure === 0) return <StatusBadge tone="success">Reserved</StatusBadge>;
  return (
    <>
      <StatusBadge tone="warning">Short {formats().number(short.measure)}</StatusBadge>{' '}
      {firstDate ? (
        <>
          from <DateText value={firstDate} />
        </>
      ) : (
        'no date yet'
      )}
    </>
  );
}
