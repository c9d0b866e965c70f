import { afterAll, describe, expect, it } from 'vitest';
import { createFile, listFiles } from '../contracts/work/file.contract.ts';
import { getFile } from '../contracts/work/file-content.contract.ts';
import { recordsOfTypes } from '../testing/calls/records-of-types.ts';
import { bootPopulatedKernel, type PopulatedKernel } from '../testing/kernel/populated-kernel.ts';

const kernel: PopulatedKernel = await bootPopulatedKernel();
afterAll(() => kernel.stop());
const admin = await kernel.a.as('admin');
const customer = await kernel.a.as('customer', kernel.customerID ? { customerID: kernel.customerID } : {});
const stranger = await kernel.b.as('admin');
const { types, found, deletions, deleteWith } = await recordsOfTypes(kernel, admin);

const recordOf = (recordType: string, recordID: string) => ({ recordType, recordID });
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
      for (const person of [customer, stranger])
        await expect(person.call(getFile, { params: { fileID } })).rejects.toMatchObject({ status: 404 });
      await expect(add(query, stranger)).rejects.toMatchObject({ status: 404 });
      const { customers, customersAddFiles } = kernel.core.records.type(type) ?? {};
      if (customersAddFiles) expect(customers).toBe(true);
      else await expect(add(query, customer)).rejects.toMatchObject({ status: customers ? 403 : 404 });
    },
  );
});

describe('files of a deleted record', () => {
  it('are tried for every deletion of many', () => expect(deletions.length).toBeGreaterThanOrEqual(8));

  it.each(deletions)('of %s come back with it', async (_, deletion) => {
    const { hung: fileID, undo } = await deleteWith(
      deletion,
      async ({ type, id }) => (await add(recordOf(type, id))).id,
    );
    const read = () => admin.call(getFile, { params: { fileID } });
    await expect(read()).rejects.toMatchObject({ status: 404 });
    await undo?.();
    if (undo) expect(await (await read()).text()).toBe(text);
  });
});
