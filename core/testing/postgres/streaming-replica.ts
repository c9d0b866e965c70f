import { chmodSync, chownSync, copyFileSync, cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../database/embedded/embedded-postgres.ts';
import { type ServerPlace, settlePlace } from '../../database/embedded/embedded-postgres-place.ts';
import { findNative } from '../../database/embedded/embedded-postgres-programs.ts';
import { removeEmbeddedPostgres } from '../../database/embedded/remove-embedded-postgres.ts';
import { baseFolder, copyBase, passwordFile } from '../../database/embedded/write-ahead-archive.ts';
import { parseDatabaseUrl } from '../../database/schema/roles.ts';

/** Two servers for one test, because the server of the run keeps too little of its log for a replica. */
export interface ReplicatedServer {
  primary: EmbeddedPostgres;
  /** Copies the primary's present data and starts the copy as its hot standby. */
  startReplica(): Promise<EmbeddedPostgres>;
  stop(): Promise<void>;
}

const settings = { fsync: 'off', shared_buffers: '32MB', logging_collector: 'off' };

export async function startReplicatedServer(): Promise<ReplicatedServer> {
  const folder = mkdtempSync(join(tmpdir(), 'mw-replica-'));
  chmodSync(folder, 0o755);
  const archive = join(folder, 'archive');
  const [first, second] = [join(folder, 'primary'), join(folder, 'replica')];
  const primary = await startEmbeddedPostgres({ dataDir: first, archive, settings });
  return {
    primary,
    async startReplica() {
      const { name } = await copyBase({ url: primary.url, pgdata: primary.dataDir, archive });
      const place = settlePlace(second, findNative(), () => {});
      cpSync(join(baseFolder(archive), name, 'cluster'), place.pgdata, { recursive: true });
      writeFileSync(join(place.pgdata, 'standby.signal'), '');
      copyFileSync(join(dirname(primary.dataDir), passwordFile), join(place.home, passwordFile));
      giveTo(place, place.pgdata);
      return startEmbeddedPostgres({
        dataDir: second,
        settings: { ...settings, primary_conninfo: connectionInfo(primary.url), max_standby_streaming_delay: '0' },
      });
    },
    async stop() {
      for (const each of [second, first]) await removeEmbeddedPostgres(each);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The address as a connection string of libpq, for the standby's settings. */
function connectionInfo(url: string): string {
  const { hostname, port, username, password } = parseDatabaseUrl(url);
  const parts = { host: hostname, port, user: username, password };
  return Object.entries(parts)
    .map(([name, value]) => `${name}='${decodeURIComponent(value)}'`)
    .join(' ');
}

function giveTo({ user }: ServerPlace, path: string): void {
  chmodSync(path, 0o700);
  if (user) chownSync(path, user.uid, user.gid);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inside = join(path, entry.name);
    if (entry.isDirectory()) giveTo({ user } as ServerPlace, inside);
    else if (user) chownSync(inside, user.uid, user.gid);
  }
}
