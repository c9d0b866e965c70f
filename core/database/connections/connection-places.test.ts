import { expect, test } from 'vitest';
import { ConnectionPlaces } from './connection-places.ts';

test('places are given out in the order in which they were asked for', async () => {
  const places = new ConnectionPlaces(1);
  await places.take(1_000);
  const order: string[] = [];
  const first = places.take(60_000).then(() => order.push('first'));
  const second = places.take(Number.POSITIVE_INFINITY).then(() => order.push('second'));
  expect(places.waiting).toBe(2);
  places.give();
  await first;
  places.give();
  await second;
  expect(order).toEqual(['first', 'second']);
  places.give();
  await places.take(0);
  expect(places.waiting).toBe(0);
});

test('who waits too long is refused as one too many, and leaves no gap behind', async () => {
  const places = new ConnectionPlaces(1);
  await places.take(1_000);
  const patient = places.take(Number.POSITIVE_INFINITY);
  await expect(places.take(5)).rejects.toMatchObject({ status: 503, code: 'overloaded', retryAfter: 1 });
  expect(places.waiting).toBe(1);
  places.give();
  await patient;
  places.give();
  await places.take(0);
});

const shares =
  'an account holds its share and is told to come back; others find a place, the one with the fewest first';
test(shares, async () => {
  const places = new ConnectionPlaces(8);
  for (let held = 0; held < 6; held += 1) await places.take(0, 'busy');
  await places.take(0, 'other');
  const refused = expect(places.take(5, 'busy')).rejects.toMatchObject({
    status: 429,
    code: 'too_many_requests',
    retryAfter: 1,
  });
  places.give('other');
  await refused;
  await places.take(0, 'other');
  await places.take(0, 'other');
  const order: string[] = [];
  const waits = ['busy', 'other', 'third'].map((account) =>
    places.take(Number.POSITIVE_INFINITY, account).then(() => order.push(account)),
  );
  places.give('busy');
  await waits[2];
  places.give('third');
  await waits[1];
  places.give('other');
  await waits[0];
  expect(order).toEqual(['third', 'other', 'busy']);
});

test('an account with its share is not to blame where nothing comes back: the database stands still', async () => {
  const places = new ConnectionPlaces(8);
  for (let held = 0; held < 6; held += 1) await places.take(0, 'busy');
  await expect(places.take(5, 'busy')).rejects.toMatchObject({ status: 503, code: 'overloaded', retryAfter: 1 });
});
