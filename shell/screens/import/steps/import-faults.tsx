import { formats, useEndpoint } from '@millwright/core/browser';
import { getChangeSetFaults } from '../../../../core/contracts/work/change-set.contract.ts';
import type { ImportField, ImportSet } from '../../../../core/contracts/work/import.contract.ts';
import classes from '../import.module.css';
import { faultText } from '../import-text.ts';

/** Errors that several rows share, such as a missing customer: each once, with its rows. */
export function ImportFaults({ set, fields }: { set: ImportSet; fields: readonly ImportField[] }) {
  const { data } = useEndpoint(
    getChangeSetFaults,
    { params: { changeSetID: set.id } },
    { enabled: set.counts.error > 1 },
  );
  const shared = (data?.faults ?? []).filter(({ rowCount }) => rowCount > 1);
  if (set.counts.error < 2 || !shared.length) return null;
  const labels = new Map(fields.map(({ name, label }) => [name, label]));
  return (
    <ul className={classes['faults']} aria-label="What is wrong">
      {shared.map((fault) => {
        const { where, what } = faultText(fault, labels.get(fault.field), formats().number);
        return (
          <li key={`${fault.field} ${fault.message}`}>
            {what} <span className={classes['count']}>{where}</span>
          </li>
        );
      })}
    </ul>
  );
}
