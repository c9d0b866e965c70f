import {
  applyChangeSet,
  createImport,
  type ImportSet,
  listChangeSetRows,
  undoChangeSet,
} from '@millwright/core/contracts';
import { apiRefusal, type TestPerson } from '@millwright/core/testing';

/** How tests bring files in as one person. */
export function importFixture(person: () => TestPerson) {
  const upload = (type: string, lines: readonly string[] | string, by = person()): Promise<ImportSet> =>
    by.call(createImport, {
      query: { type, fileName: `${type}.csv` },
      body: new Blob([typeof lines === 'string' ? lines : lines.join('\n')]),
    });
  const rowsOf = async (id: string) =>
    (await person().call(listChangeSetRows, { params: { changeSetID: id }, query: { take: 500 } })).items;
  const apply = (id: string, skipErrors = false) =>
    person().call(applyChangeSet, { params: { changeSetID: id }, body: { skipErrors } });
  const undo = (id: string) => person().call(undoChangeSet, { params: { changeSetID: id }, body: {} });
  /** What is wrong with each row, as `field: message`. */
  const messagesOf = async (id: string) =>
    (await rowsOf(id)).map(({ errors }) => errors.map(({ field, message }) => `${field}: ${message}`).join('; '));
  /** Imports a file without faults. */
  const bring = async (type: string, lines: readonly string[]): Promise<ImportSet> => {
    const staged = await upload(type, lines);
    const faults = (await messagesOf(staged.id)).filter(Boolean);
    if (faults.length) throw new Error(faults.join('\n'));
    await apply(staged.id);
    return staged;
  };
  /** Why an undo is refused. */
  const reasonsOf = async (id: string): Promise<string[]> =>
    ((await apiRefusal(undo(id))).details as { refusals: { reason: string }[] }).refusals.map(({ reason }) => reason);
  return { upload, rowsOf, apply, undo, messagesOf, bring, reasonsOf };
}
