import { afterAll, describe, expect, it } from 'vitest';
import {
  commentAdded,
  createComment,
  deleteComment,
  listComments,
  readFollowing,
  setFollowing,
  updateComment,
} from '../contracts/records/comment.contract.ts';
import { getTimeline } from '../contracts/records/timeline.contract.ts';
import { countInbox, listInbox } from '../contracts/work/inbox.contract.ts';
import { searchRecords } from '../contracts/work/search.contract.ts';
import { recordsOfTypes } from '../testing/calls/records-of-types.ts';
import { bootPopulatedKernel, type PopulatedKernel } from '../testing/kernel/populated-kernel.ts';
import type { TestPerson } from '../testing/kernel/test-kernel.ts';

const kernel: PopulatedKernel = await bootPopulatedKernel();
afterAll(() => kernel.stop());
const admin = await kernel.a.as('admin');
const clerk = await kernel.a.as('user');
const customer = await kernel.a.as('customer', kernel.customerID ? { customerID: kernel.customerID } : {});
const stranger = await kernel.b.as('admin');
const { types, found, deletions, deleteWith } = await recordsOfTypes(kernel, admin);
const memberOf = async (params: { type: string; id: string }, { email }: TestPerson): Promise<string> => {
  const { rows } = await kernel.admin.query('select id from core.member where account_id = $1 and email = $2', [
    kernel.a.id,
    email,
  ]);
  expect((await admin.call(readFollowing, { params })).people.length).toBeGreaterThan(0);
  return rows[0]?.id;
};

describe('comments on every type of record', () => {
  it('are tried on most of them', () => expect(found.size).toBeGreaterThan(types.length / 2));

  it.each([...found])('%s takes one, shows it, and keeps it from customers and other accounts', async (type, id) => {
    const params = { type, id };
    const written = await admin.call(createComment, { params, body: { text: `<script>x</script> on ${type}` } });
    expect(written).toMatchObject({ text: `<script>x</script> on ${type}`, canEdit: true, canRemove: true });
    expect((await admin.call(listComments, { params })).items[0]?.id).toBe(written.id);
    const shown = await admin.call(getTimeline, { params, query: { show: 'comments' } });
    expect(shown.items[0]).toMatchObject({ id: written.id, kind: 'comment', note: written.text });
    const changes = await admin.call(getTimeline, { params, query: { show: 'changes' } });
    expect(changes.items.some(({ kind }) => kind === 'comment')).toBe(false);
    for (const [person, status] of [
      [customer, 403],
      [stranger, 404],
    ] as const)
      for (const call of [
        () => person.call(listComments, { params }),
        () => person.call(createComment, { params, body: { text: 'no' } }),
        () => person.call(setFollowing, { params, body: { isFollowing: true } }),
      ])
        await expect(call()).rejects.toMatchObject({ status });
  });
});

const foundBy = async (person: TestPerson, query: string) =>
  (await person.call(searchRecords, { query: { query } })).items.filter((each) => each.type === 'comment');

describe('comments of a deleted record', () => {
  it('are tried for every deletion of many', () => expect(deletions.length).toBeGreaterThanOrEqual(8));

  it.each(deletions)('of %s are hidden with it and there again after undo', async (_, deletion) => {
    const wordOf = (id: string) => `kept${id.replaceAll('_', '')}`;
    const deleted = await deleteWith(deletion, (params) =>
      admin.call(createComment, { params, body: { text: wordOf(params.id) } }),
    );
    const { record: params, hung: written, undo } = deleted;
    await expect(admin.call(listComments, { params })).rejects.toMatchObject({ status: 404 });
    expect(await foundBy(admin, wordOf(params.id))).toEqual([]);
    await undo?.();
    if (!undo) return;
    expect((await admin.call(listComments, { params })).items[0]).toEqual(written);
    expect((await foundBy(admin, wordOf(params.id))).map((hit) => hit.id)).toEqual([written.id]);
  });
});

describe('a comment', () => {
  const [type = '', id = ''] = [...found].find(([each]) => each === 'sales_order') ?? [];
  const params = { type, id };

  it('rings at who is mentioned and who follows, not at its author, and not where it is muted', async () => {
    await kernel.admin.query('delete from core.notification');
    const clerkID = await memberOf(params, clerk);
    const { id: commentID } = await admin.call(createComment, {
      params,
      body: { text: 'Did they confirm?', mentions: [clerkID] },
    });
    const { rows } = await kernel.admin.query(
      `select payload, aggregate_type as type, aggregate_id as id from core.event_outbox
        where type = $1 and payload ->> 'commentID' = $2`,
      [commentAdded.type, commentID],
    );
    const payload = { commentID, recordType: type, recordID: id, mentions: [clerkID] };
    expect(rows).toEqual([{ payload, ...params }]);
    const [entry] = (await clerk.call(listInbox, {})).items;
    expect(entry).toMatchObject({ kind: 'mention', count: 1, record: params });
    expect(entry?.path).toMatch(/^\/dashboard\/sales-orders\/so_.*#cmt_/);
    const before = (await admin.call(countInbox, {})).unread;
    await clerk.call(createComment, { params, body: { text: 'They did' } });
    await clerk.call(createComment, { params, body: { text: 'On Monday' } });
    await clerk.call(createComment, { params, body: { text: 'Before noon' } });
    const answers = (await admin.call(listInbox, {})).items;
    expect((await admin.call(countInbox, {})).unread).toBe(before + 1);
    expect(answers[0]).toMatchObject({ kind: 'comment', count: 3, title: expect.stringMatching(/^3 comments on /) });
    expect((await clerk.call(setFollowing, { params, body: { isFollowing: false } })).isFollowing).toBe(false);
    await admin.call(createComment, { params, body: { text: 'Thanks' } });
    expect((await clerk.call(listInbox, {})).items.map(({ kind }) => kind)).toEqual(['mention']);
  });

  it('names nobody who may not see the record, by name, and nobody from elsewhere', async () => {
    const blind = await kernel.a.as('scanner');
    const blindID = await memberOf(params, blind);
    const mention = (...mentions: string[]) => admin.call(createComment, { params, body: { text: 'Look', mentions } });
    await expect(mention(blindID)).rejects.toMatchObject({
      status: 400,
      code: 'cannot_see_record',
      errors: [{ path: 'mentions.0', message: expect.stringMatching(/may not see this record$/) }],
    });
    await expect(mention('mem_nobody')).rejects.toMatchObject({ status: 400, errors: [{ path: 'mentions.0' }] });
  });

  it('is changed by its author for 15 minutes, and removed by author or administrator', async () => {
    const { id: commentID } = await clerk.call(createComment, { params, body: { text: 'One' } });
    const of = { params: { ...params, commentID } };
    await expect(admin.call(updateComment, { ...of, body: { text: 'No' } })).rejects.toMatchObject({
      code: 'not_own_comment',
    });
    expect(await clerk.call(updateComment, { ...of, body: { text: 'Two' } })).toMatchObject({ isEdited: true });
    await kernel.admin.query("update core.comment set created_at = created_at - interval '16 minutes' where id = $1", [
      commentID,
    ]);
    await expect(clerk.call(updateComment, { ...of, body: { text: 'Three' } })).rejects.toMatchObject({
      status: 409,
      code: 'comment_too_old',
    });
    await admin.call(deleteComment, of);
    const kept = (await clerk.call(listComments, { params })).items.find((each) => each.id === commentID);
    expect(kept).toMatchObject({ text: '', isRemoved: true, canEdit: false });
    await expect(admin.call(deleteComment, of)).rejects.toMatchObject({ status: 404 });
    const other = await admin.call(createComment, { params, body: { text: 'Mine' } });
    await expect(clerk.call(deleteComment, { params: { ...params, commentID: other.id } })).rejects.toMatchObject({
      status: 403,
    });
  });

  it('is found under its record by who may see that, and no longer once it is changed or removed', async () => {
    const { id: commentID } = await clerk.call(createComment, { params, body: { text: 'Zanzibar <b>crates</b>' } });
    const of = { params: { ...params, commentID } };
    const [hit, ...more] = await foundBy(admin, 'zanzibar crates');
    expect(more).toEqual([]);
    expect(hit).toMatchObject({ id: commentID, label: 'Comment', subtitle: expect.stringContaining(': Zanzibar <b>') });
    expect(hit?.path).toMatch(new RegExp(`/sales-orders/${id}#${commentID}$`));
    for (const person of [await kernel.a.as('scanner'), customer, stranger])
      expect(await foundBy(person, 'zanzibar')).toEqual([]);
    await clerk.call(updateComment, { ...of, body: { text: 'Quebec' } });
    expect(await foundBy(admin, 'zanzibar')).toEqual([]);
    expect((await foundBy(admin, 'quebec')).map((each) => each.id)).toEqual([commentID]);
    await clerk.call(deleteComment, of);
    expect(await foundBy(admin, 'quebec')).toEqual([]);
  });

  it('has up to 5,000 characters that can be seen, and no card number', async () => {
    const write = (text: string) => admin.call(createComment, { params, body: { text } });
    expect((await write('x'.repeat(5_000))).text).toHaveLength(5_000);
    for (const text of ['x'.repeat(5_001), '', '   ', 'Card 4242 4242 4242 4242'])
      await expect(write(text)).rejects.toMatchObject({ status: 400, errors: [{ path: 'text' }] });
  });
});
