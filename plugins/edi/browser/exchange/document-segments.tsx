import { Text } from '@mantine/core';
import type { EdiDocument } from '../../contracts/index.ts';
import classes from './document.module.css';

/** With more segments, only those around findings are shown. */
const most = 400;

/** The file of a document, one segment per line; faulty segments are marked, with the reason. */
export function DocumentSegments({ document }: { document: EdiDocument }) {
  const { segments, elementSeparator: separator, holds, findings } = document;
  const wrong = [...holds, ...findings].filter(({ segment }) => segment !== null);
  const at = (place: number) => wrong.filter(({ segment }) => segment === place);
  const shown = segments
    .map((segment, index) => ({ segment, place: index + 1 }))
    .filter(({ place }) => segments.length <= most || place <= most || at(place).length > 0);
  if (!segments.length) return <Text size="sm">The file holds no segments: download it to see what it is.</Text>;
  return (
    <>
      <ol className={classes['segments']} aria-label="Segments">
        {shown.map(({ segment: [id = '', ...elements], place }) => {
          const faults = at(place);
          const marked = new Set(faults.map(({ element }) => element));
          return (
            <li key={place} className={`${classes['segment']} ${faults.length ? classes['faulty'] : ''}`}>
              <span className={classes['number']}>{place}</span>
              <span className={classes['text']}>
                <span className={classes['id']}>{id}</span>
                {elements.map((element, index) => (
                  <span key={index}>
                    {separator}
                    {marked.has(index + 1) ? (
                      <mark
                        className={classes['wrong']}
                        title={faults.find((each) => each.element === index + 1)?.message}
                      >
                        {element || '(empty)'}
                      </mark>
                    ) : (
                      element
                    )}
                  </span>
                ))}
              </span>
              {faults.length > 0 && (
                <Text span size="xs" ff="text" className={classes['reason'] ?? ''}>
                  {faults.map(({ message }) => message).join('; ')}
                </Text>
              )}
            </li>
          );
        })}
      </ol>
      {shown.length < segments.length && (
        <Text size="sm" c="dimmed" mt="xs">
          {segments.length - shown.length} more segments: download the file to see all.
        </Text>
      )}
    </>
  );
}
