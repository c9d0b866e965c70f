import { afterAll, describe, expect, it } from 'vitest';
import { bulkAnswer, undoChangeSet } from '../contracts/work/change-set.contract.ts';
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

/** Records whose deletion is for good. */
const lasting = ['batches'];

const bulkDelete = /^\/v1\/([a-z-]+)\/actions\/bulk-delete$/;

/** Endpoints that delete many records, with the type of their records. */
const deletions = kernel.routes.flatMap(({ route: { endpoint } }) => {
  const [, plural] = bulkDelete.exec(endpoint.path) ?? [];
  const type = kernel.core.records.types.find(({ path }) => path === `/dashboard/${plural}/{id}`);
  return plural && type ? [{ type: type.type, plural, endpoint }] : [];
});

const post = (body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Deletes a record; answers the set that undoes it, null where it may not be deleted. */
async function deleted({ endpoint }: (typeof deletions)[number], id: string): Promise<string | null> {
  const names = ['ids', ...['customer', 'item', 'order', 'product', 'supplier', 'batch'].map((one) => `${one}IDs`)];
  for (const name of names) {
    const response = await admin.fetch(endpoint.path, { ...post({ [name]: [id] }), method: endpoint.method });
    if (response.status === 400) continue;
    const { done, undoChangeSetID } = bulkAnswer.parse(await response.json());
    return done === 1 ? undoChangeSetID : null;
  }
  throw new Error(`${endpoint.name} takes none of ${names.join(', ')}`);
}

describe('files of a deleted record', () => {
  it('are tried for every deletion of many', () => expect(deletions.length).toBeGreaterThanOrEqual(8));

  it.each(deletions.map((each) => [each.plural, each] as const))('of %s come back with it', async (plural, each) => {
    const response = await admin.fetch(`/v1/${plural}?take=200`);
    const { items } = (await response.json()) as { items: { id: string }[] };
    expect(items.length).toBeGreaterThan(0);
    // Something refers to each of the demo's few parts, materials and supplies.
    const made = await admin.fetch(
      `/v1/${plural}`,
      post({ sku: `FILES-${plural}`, description: 'Made for its files' }),
    );
    const own = made.ok ? [(await made.json()) as { id: string }] : [];
    for (const { id } of [...own, ...items]) {
      const { id: fileID } = await add(recordOf(each.type, id));
      const read = () => admin.call(getFile, { params: { fileID } });
      const changeSetID = await deleted(each, id);
      if (!changeSetID) continue;
      await expect(read()).rejects.toMatchObject({ status: 404 });
      await admin.call(undoChangeSet, { params: { changeSetID }, body: {} });
      expect(await (await read()).text()).toBe(text);
      return;
    }
    expect(lasting).toContain(plural);
  });
});
