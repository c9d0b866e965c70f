import { afterAll, describe, expect, it } from 'vitest';
import { startBulk } from '../change-sets/change-sets.service.ts';
import type { ChangeSetAction } from '../change-sets/run/change-set-action.ts';
import { getChangeSet, undoChangeSet } from '../contracts/work/change-set.contract.ts';
import { createFile, listFiles } from '../contracts/work/file.contract.ts';
import { getFile } from '../contracts/work/file-content.contract.ts';
import { bootPopulatedKernel, type PopulatedKernel } from '../testing/kernel/populated-kernel.ts';

const kernel: PopulatedKernel = await bootPopulatedKernel();
afterAll(() => kernel.stop());
const admin = await kernel.a.as('admin');
const customer = await kernel.a.as('customer', kernel.customerID ? { customerID: kernel.customerID } : {});
const stranger = await kernel.b.as('admin');
const ids = [...kernel.ownIDs.values()].flat();

const recordOf = (recordType: string, recordID: string) => ({ recordType, recordID });
const idsOf = (prefix: string): string[] => ids.filter((each) => each.startsWith(`${prefix}_`));

/** A record of a type that the administrator sees. */
async function recordIDOf(type: string, prefix: string): Promise<string | undefined> {
  for (const id of idsOf(prefix).slice(0, 20)) {
    const query = new URLSearchParams(recordOf(type, id));
    if ((await admin.fetch(`/v1/files?${query}`)).ok) return id;
  }
  return undefined;
}

const types = kernel.core.records.types.filter(({ type }) => kernel.core.records.source(type));
const found = new Map<string, string>();
for (const { type, prefix } of types) {
  const id = await recordIDOf(type, prefix);
  if (id) found.set(type, id);
}
const text = 'Measured at the dock';
const add = (query: { recordType: string; recordID: string }, who = admin) =>
  who.call(createFile, { query: { name: 'note.txt', ...query }, body: new Blob([text]) });

describe('files on every type of record', () => {
  it('are tried on most of them', () => expect(found.size).toBeGreaterThan(types.length / 2));

  it.each([...found])(
    '%s takes one, gives it back, and keeps it from customers and other accounts',
    async (type, id) => {
      const query = recordOf(type, id);
      const { id: fileID } = await add(query);
      const { items } = await admin.call(listFiles, { query });
      expect(items.find((file) => file.id === fileID)).toMatchObject({ name: 'note.txt', isShared: false, ...query });
      expect(await (await admin.call(getFile, { params: { fileID } })).text()).toBe(text);
      for (const person of [customer, stranger]) {
        await expect(person.call(getFile, { params: { fileID } })).rejects.toMatchObject({ status: 404 });
        await expect(add(query, stranger)).rejects.toMatchObject({ status: 404 });
      }
    },
  );
});

/** Deletions that can be undone, as the plugins declare them. */
const deletions = kernel.registry.plugins.flatMap(({ definition }) =>
  (definition.changeSets?.(kernel.services) ?? []).filter(({ action, undo }) => undo && action.endsWith('.delete')),
);

/** Deletes a record by a change set; undefined where the record may not be deleted. */
async function deleted(work: ChangeSetAction, id: string): Promise<string | undefined> {
  const jobs = await kernel.jobs();
  const { changeSetID } = await kernel.a.run((ctx) => startBulk(ctx, work, { title: 'Delete one', ids: [id] }));
  await jobs.idle();
  const params = { changeSetID: changeSetID ?? '' };
  const set = await admin.call(getChangeSet, { params });
  return set.status === 'applied' && set.appliedCount === 1 ? params.changeSetID : undefined;
}

describe('files of a deleted record', () => {
  it('are tried for every deletion that can be undone', () => expect(deletions.length).toBeGreaterThanOrEqual(4));

  it.each(deletions.map((work) => [work.action, work] as const))('of %s come back with it', async (_, work) => {
    const prefix = kernel.core.records.type(work.recordType)?.prefix ?? '';
    const refused: string[] = [];
    for (const id of idsOf(prefix)) {
      const query = recordOf(work.recordType, id);
      const added = await add(query).catch(() => undefined);
      const changeSetID = added && (await deleted(work, id));
      if (!added || !changeSetID) {
        refused.push(id);
        continue;
      }
      const read = () => admin.call(getFile, { params: { fileID: added.id } });
      await expect(read()).rejects.toMatchObject({ status: 404 });
      await admin.call(undoChangeSet, { params: { changeSetID }, body: {} });
      expect(await (await read()).text()).toBe(text);
      return;
    }
    throw new Error(`No record of the samples could be deleted: ${refused.join(', ')}`);
  });
});
