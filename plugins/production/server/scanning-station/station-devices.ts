import { newID, type PermissionCode, problems } from '@millwright/core/contracts';
import {
  type AccountContext,
  audit,
  createDeviceKey,
  deviceKeysOf,
  revokeDeviceKey,
  sql,
} from '@millwright/core/server';
import type { StationDevice as StationDeviceReply } from '../../contracts/index.ts';
import { ScanningStation, StationDevice } from './scanning-station.entity.ts';

/** Permissions of a station device, regardless of the person who uses it. */
const scopes: readonly PermissionCode[] = [
  'batches:create',
  'batches:read',
  'batches:update',
  'items:read',
  'parts:read',
  'production_steps:read',
  'products:read',
  'scanning_stations:read',
];

const statusOf = async (ctx: AccountContext, devices: readonly StationDevice[]) => {
  const keys = await deviceKeysOf(
    ctx,
    devices.map(({ keyID }) => keyID),
  );
  return devices.map(({ id, keyID, name, createdAt }): StationDeviceReply => {
    const key = keys.get(keyID);
    return {
      id,
      name,
      status: key?.status ?? 'revoked',
      createdAt: createdAt.toISOString(),
      lastUsedAt: key?.lastUsedAt?.toISOString() ?? null,
    };
  });
};

const devicesAt = (ctx: AccountContext, stationID: string): Promise<StationDevice[]> =>
  ctx.em.find(
    StationDevice,
    { accountID: ctx.account.id, station: { id: stationID } },
    { orderBy: { createdAt: 'desc', id: 'desc' } },
  );

export async function devicesOf(ctx: AccountContext, stationID: string): Promise<StationDeviceReply[]> {
  await ctx.em.get(ScanningStation, stationID);
  return statusOf(ctx, await devicesAt(ctx, stationID));
}

/** A device that waits for its code. */
export async function addDevice(ctx: AccountContext, stationID: string, name: string) {
  const station = await ctx.em.get(ScanningStation, stationID);
  const { keyID, code, expiresAt } = await createDeviceKey(ctx, { name: `${station.name}: ${name}`, scopes });
  const id = newID('sdv');
  const device = ctx.em.create(StationDevice, { id, createdAt: ctx.clock.now(), station, keyID, name });
  audit(ctx, { record: { type: 'scanning_station', id: stationID }, action: 'updated', note: `Device ${name} added` });
  await ctx.em.flush();
  const [reply] = await statusOf(ctx, [device]);
  return { ...(reply as StationDeviceReply), code, expiresAt: expiresAt.toISOString() };
}

export async function endDevice(ctx: AccountContext, stationID: string, id: string): Promise<undefined> {
  const device = (await devicesAt(ctx, stationID)).find((each) => each.id === id);
  if (!device) throw problems.not_found();
  await revokeDeviceKey(ctx, device.keyID);
  const { name } = device;
  audit(ctx, { record: { type: 'scanning_station', id: stationID }, action: 'updated', note: `Device ${name} ended` });
  await ctx.em.flush();
}

/** Deleting a station removes its devices. */
export async function endDevicesOf(ctx: AccountContext, stationID: string): Promise<void> {
  for (const device of await devicesAt(ctx, stationID)) {
    await revokeDeviceKey(ctx, device.keyID);
    ctx.em.remove(device);
  }
}

/** The station of the calling device; undefined for people and other programs. */
export async function stationOfDevice(ctx: AccountContext): Promise<string | undefined> {
  if (ctx.actor.type !== 'api_key') return undefined;
  const { rows } = await sql<{ id: string }>`select station_id as id from production.station_device
    where account_id = ${ctx.account.id} and key_id = ${ctx.actor.id}`.execute(ctx.em.query());
  return rows[0]?.id;
}
