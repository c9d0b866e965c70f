import { createHash } from 'node:crypto';
import type { Registry } from '../../boot/registry/registry.ts';
import { connected } from '../../database/connections/connected.ts';
import { defaultGrant, systemRoles } from '../../permissions/default-grants.ts';
import type { Tenancy } from '../tenancy.ts';

/** What the installed plugins give an account. */
interface SetUp {
  /** Identifies this version of the set-up; stored with each account that has all of it. */
  digest: string;
  plugins: { id: string; audience: readonly string[] | null; needs: readonly string[] }[];
  series: { plugin: string; kind: string }[];
  grants: { plugin: string; type: string; domain: string; c: boolean; r: boolean; u: boolean; d: boolean }[];
}

const known = new WeakMap<Registry, SetUp>();

/** The plugins, number series and default rights of accounts in this version. */
export function setUpOf(registry: Registry): SetUp {
  const found = known.get(registry);
  if (found) return found;
  const installed = registry.plugins.map(({ definition, audience }) => ({ ...definition, audience }));
  const ofPlugins = installed.filter(({ id }) => id !== 'core');
  const parts = {
    plugins: ofPlugins.map(({ id, audience }) => ({
      id,
      audience: audience ?? null,
      needs: registry.requirementsOf(id),
    })),
    series: ofPlugins.flatMap(({ id, numbering = [] }) => numbering.map(({ kind }) => ({ plugin: id, kind }))),
    grants: installed.flatMap(({ id, permissions = [] }) =>
      permissions.flatMap((domain) =>
        systemRoles.flatMap(({ type }) => {
          const grant = defaultGrant(domain, type);
          if (!grant) return [];
          const { canCreate: c, canRead: r, canUpdate: u, canDelete: d } = grant;
          return [{ plugin: id, type, domain: domain.code, c, r, u, d }];
        }),
      ),
    ),
  };
  const setUp = { ...parts, digest: createHash('sha256').update(JSON.stringify(parts)).digest('base64url') };
  known.set(registry, setUp);
  return setUp;
}

/**
 * Accounts without the current set-up, oldest first, and whether something of it is really missing there: a plugin, a
 * number series or a default right. One statement of the job role reads all of them.
 */
export async function accountsToSetUp({ database, registry }: Tenancy): Promise<{ id: string; lacks: boolean }[]> {
  const { digest, plugins, series, grants } = setUpOf(registry);
  return connected(database.urls.job, async (client) => {
    const { rows } = await client.query<{ id: string; lacks: boolean }>(
      `with plugin as (select * from jsonb_to_recordset($2::jsonb) as given (id text, audience text[])),
         series as (select * from jsonb_to_recordset($3::jsonb) as given (plugin text, kind text)),
         rights as (select * from jsonb_to_recordset($4::jsonb)
           as given (plugin text, type text, domain text, c boolean, r boolean, u boolean, d boolean))
       select account.id,
         exists (select from plugin
           where (plugin.audience is null or account.id = any(plugin.audience)
               or account.audience_names && plugin.audience)
             and not exists (select from core.account_plugin had
               where had.account_id = account.id and had.plugin_id = plugin.id))
         or exists (select from series
           join core.account_plugin enabled on enabled.account_id = account.id
             and enabled.plugin_id = series.plugin and enabled.is_enabled
           where not exists (select from core.numbering_sequence counter
             where counter.account_id = account.id and counter.kind = series.kind))
         or exists (select from rights
           join core.role role on role.account_id = account.id and role.is_system and role.type = rights.type
           where (rights.plugin = 'core' or exists (select from core.account_plugin enabled
               where enabled.account_id = account.id and enabled.plugin_id = rights.plugin and enabled.is_enabled))
             and not exists (select from core.role_permission held
               where held.account_id = account.id and held.role_id = role.id and held.domain = rights.domain
                 and (held.can_create or not rights.c) and (held.can_read or not rights.r)
                 and (held.can_update or not rights.u) and (held.can_delete or not rights.d))) as lacks
       from core.account account where account.set_up_with is distinct from $1
         and account.moving_since is null and account.moved_to is null order by account.id`,
      [digest, JSON.stringify(plugins), JSON.stringify(series), JSON.stringify(grants)],
    );
    return rows;
  });
}
