import { formats } from '@millwright/core/browser';
import type { ReactNode } from 'react';
import type { DrillDown, ReportFigure } from '../../../contracts/index.ts';
import { reportCellText } from '../cell-text.ts';
import { Definition } from '../definition.tsx';
import classes from '../page/report.module.css';

/** The change of a figure in words, so that the meaning does not depend on color. */
function changeText({ kind, value, better, isNow }: ReportFigure, then: number | null | undefined): string | undefined {
  if (then === undefined || isNow) return undefined;
  if (then === null || value === null) return 'Nothing to compare with';
  const before = reportCellText(kind, then);
  if (then === value) return `As before: ${before}`;
  const isMore = value > then;
  const verdict = better === undefined ? '' : isMore === (better === 'more') ? ', better' : ', worse';
  const change = then === 0 ? '' : ` ${formats().percent(Math.abs(value - then) / Math.abs(then))}`;
  return `${isMore ? '▲' : '▼'}${change}${verdict}; was ${before}`;
}

/** The figures of a report, each with its definition and a link to its documents. */
export function FigureStrip({
  figures,
  compared,
  onDrill,
  actionsOf,
}: {
  figures: readonly ReportFigure[];
  compared: readonly ReportFigure[] | undefined;
  onDrill(drill: DrillDown): void;
  actionsOf?(figure: ReportFigure): ReactNode;
}) {
  return (
    <dl className={classes['figures']}>
      {figures.map((figure) => {
        const { name, label, kind, value, definition, drill } = figure;
        const change = changeText(figure, compared?.find((each) => each.name === name)?.value);
        return (
          <div key={name} className={classes['figure']}>
            <dt className={classes['figureLabel']}>
              {label}
              <Definition label={label} text={definition} />
              {actionsOf?.(figure)}
            </dt>
            <dd className={classes['figureValue']}>
              {drill && value ? (
                <button
                  type="button"
                  className={classes['open']}
                  onClick={() => onDrill(drill)}
                  aria-label={`${label}: ${reportCellText(kind, value)}, show the documents`}
                >
                  {reportCellText(kind, value)}
                </button>
              ) : (
                reportCellText(kind, value)
              )}
            </dd>
            {change && <dd className={`${classes['change']} ${classes['nothing']}`}>{change}</dd>}
          </div>
        );
      })}
    </dl>
  );
}
