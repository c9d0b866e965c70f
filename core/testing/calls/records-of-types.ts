import type { z } from 'zod';
import type { AnyEndpoint } from '../../contracts/endpoints/endpoint.ts';
import { type BulkAnswer, undoChangeSet } from '../../contracts/work/change-set.contract.ts';
import type { PopulatedKernel } from '../kernel/populated-kernel.ts';
import type { TestPerson } from '../kernel/test-kernel.ts';

/** A call that deletes many records of a type. */
export interface Deletion {
  type: string;
  /** The records in its path: `sales-orders`. */
  plural: string;
  endpoint: AnyEndpoint;
}

interface NamedRecord {
  type: string;
  id: string;
}

/** Records whose deletion is for good. */
const lasting: ReadonlySet<string> = new Set(['batches']);

/** Bodies of which each makes a record of some type that nothing refers to. */
const spareBodies = (plural: string, count: number): object[] => {
  const sku = `SPARE-${plural}-${count}`;
  return [{ name: sku }, { sku, description: 'Spare' }, { sku, description: 'Spare', unitValue: 1 }];
};

const bulkDelete = /^\/v1\/([a-z-]+)\/actions\/bulk-delete$/;

/**
 * Records of account A by their types, and the calls that delete them: for matrices of what hangs on records of any
 * type.
 */
export async function recordsOfTypes(kernel: PopulatedKernel, admin: TestPerson) {
  const { records } = kernel.core;
  const types = records.types.filter(({ type }) => records.source(type));
  const ids = [...kernel.ownIDs.values()].flat();

  /** By type, the id of a record that the administrator sees. */
  const found = new Map<string, string>();
  for (const { type, prefix } of types)
    for (const recordID of ids.filter((each) => each.startsWith(`${prefix}_`)).slice(0, 20)) {
      const response = await admin.fetch(`/v1/task-holders?recordType=${type}&recordID=${recordID}`);
      if (!response.ok) continue;
      found.set(type, recordID);
      break;
    }

  const deletions = kernel.routes.flatMap(({ route: { endpoint } }): [plural: string, deletion: Deletion][] => {
    const [, plural] = bulkDelete.exec(endpoint.path) ?? [];
    const type = records.types.find(({ path }) => path === `/dashboard/${plural}/{id}`);
    return plural && type ? [[plural, { type: type.type, plural, endpoint }]] : [];
  });

  let spares = 0;
  async function spareRecord(plural: string): Promise<string[]> {
    spares += 1;
    for (const body of spareBodies(plural, spares)) {
      const response = await admin.fetch(`/v1/${plural}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (response.ok) return [((await response.json()) as { id: string }).id];
    }
    return [];
  }

  async function listedRecords(plural: string): Promise<string[]> {
    const response = await admin.fetch(`/v1/${plural}?take=200`);
    return ((await response.json()) as { items: { id: string }[] }).items.map(({ id }) => id);
  }

  /**
   * Deletes a record on which something was hung; answers both, and how to bring the record back, undefined where its
   * deletion is for good.
   */
  async function deleteWith<Hung>(
    { type, plural, endpoint }: Deletion,
    hang: (record: NamedRecord) => Promise<Hung>,
  ): Promise<{ record: NamedRecord; hung: Hung; undo: (() => Promise<unknown>) | undefined }> {
    const [name = ''] = Object.keys((endpoint.body as z.ZodObject).shape).filter((each) => /ids$/i.test(each));
    for (const id of [...(await spareRecord(plural)), ...(await listedRecords(plural))]) {
      const record = { type, id };
      const hung = await hang(record);
      const answer = (await admin.callUnchecked(endpoint, { body: { [name]: [id] } })) as BulkAnswer;
      if (answer.done !== 1) continue;
      const { undoChangeSetID: changeSetID } = answer;
      if ((changeSetID === null) !== lasting.has(plural))
        throw new Error(`The deletion of ${plural} ${changeSetID === null ? 'cannot' : 'can'} be undone`);
      const undo =
        changeSetID === null ? undefined : () => admin.call(undoChangeSet, { params: { changeSetID }, body: {} });
      return { record, hung, undo };
    }
    throw new Error(`Something refers to each of the ${plural}`);
  }

  return { types, found, deletions, deleteWith };
}
