import { problems } from '@millwright/core/contracts';
import {
  type AccountContext,
  audit,
  countInAccount,
  definePart,
  outsideRoute,
  projection,
  referenceAggregate,
  sql,
  tooManyAttempts,
} from '@millwright/core/server';
import {
  type EdiConnection as ConnectionView,
  ediConnections,
  listEdiConnections,
  partnerProblems,
  testEdiConnection,
} from '../../contracts/index.ts';
import { EdiConnection, MailboxFile } from './connection.entity.ts';
import { ConnectionFault, failureReason } from './transport.ts';
import { Transports } from './transports.ts';

/** Tries tell what answers in the world: an account gets ten an hour. */
const testsOfAccount = { name: 'edi.connection-test', of: 'caller', points: 10, seconds: 3_600 } as const;

const view = projection(ediConnections.row, {
  list: listEdiConnections,
  table: 'edi.connection',
  computed: {
    hasSecret: sql`(connection.secret is not null)`,
    partnerCount: sql`(select count(*)::int from edi.partner partner
      where partner.account_id = connection.account_id and partner.connection_id = connection.id)`,
  },
  search: ['name', 'host'],
  order: ['name'],
});

/** @throws Problem 400 with one entry per field that the kind cannot do without */
function refuseIncomplete({ kind, folder, host, username, hostKey }: EdiConnection): void {
  const errors: { path: string; message: string }[] = [];
  if (kind === 'directory' && !/^[a-z0-9][a-z0-9-]*$/.test(folder ?? ''))
    errors.push({ path: 'folder', message: 'Must be a name of lower-case letters, digits and dashes' });
  const need = (path: string, value: unknown, message: string): void => {
    if (kind === 'sftp' && !value) errors.push({ path, message });
  };
  need('host', host, 'Host is required');
  need('username', username, 'User is required');
  need('hostKey', hostKey, 'The fingerprint of the host’s key is required: ssh-keygen -l shows it');
  if (errors.length) throw partnerProblems.connection_incomplete({ errors });
}

/** Two connections to one folder would take each other's files. */
async function refuseSharedFolder(ctx: AccountContext, { id, kind, folder }: EdiConnection): Promise<void> {
  if (kind !== 'directory') return;
  const { rows } = await sql<{ name: string }>`select name from edi.connection
    where account_id = ${ctx.account.id} and kind = 'directory' and folder = ${folder} and id <> ${id}`.execute(
    ctx.em.query(),
  );
  const [other] = rows;
  if (other) throw problems.duplicate({ errors: [{ path: 'folder', message: `${other.name} has this folder` }] });
}

const aggregate = (transports: () => Transports) =>
  referenceAggregate<EdiConnection, ConnectionView, typeof ediConnections>({
    type: 'edi_connection',
    prefix: 'edc',
    entity: EdiConnection,
    table: 'edi.connection',
    endpoints: ediConnections,
    view,
    lists: [listEdiConnections],
    fields: ['name', 'kind', 'folder', 'host', 'port', 'username', 'hostKey', 'allowsOldAlgorithms', 'isActive'],
    subtitle: ({ kind, host }) => host ?? kind,
    data: (_ctx, { secret: _sealed, ...fields }) => fields,
    refuse: async (ctx, record, { secret }) => {
      refuseIncomplete(record);
      await refuseSharedFolder(ctx, record);
      if (secret === undefined) return;
      record.secret = secret ? await transports().seal(ctx, record.id, secret) : null;
      // A new record has no version yet, and its own entry. What the secret is or was is told to nobody.
      if (record.version) audit(ctx, { record: { type: 'edi_connection', id: record.id }, action: 'secret_changed' });
    },
  });

export const connectionPart = definePart({
  ...aggregate(() => {
    throw new Error('Only routes seal');
  }),
  entities: [EdiConnection, MailboxFile],
  routes: (services) => [
    ...aggregate(() => services.get(Transports)).routes(),
    outsideRoute(testEdiConnection, async (ctx, { params }) => {
      const { connection, wait } = await ctx.inTransaction(async (inner) => {
        const found = (await inner.em.get(EdiConnection, params.ediConnectionID)) as EdiConnection;
        return { connection: found, wait: await countInAccount(inner, testsOfAccount, inner.account.id) };
      });
      // Only now, because a refusal inside would take the count back.
      if (wait) throw tooManyAttempts(wait);
      try {
        const transport = await services.get(Transports).open(ctx, connection);
        try {
          const { length: waiting } = await transport.list();
          return { hasSucceeded: true, message: 'It answers', code: null, waiting };
        } finally {
          await transport.close();
        }
      } catch (error) {
        const code = error instanceof ConnectionFault ? error.code : null;
        return { hasSucceeded: false, message: failureReason(error), code, waiting: 0 };
      }
    }),
  ],
  samples: [
    {
      table: 'edi.connection',
      row: { name: 'Connection {label}', kind: 'mailbox', username: 'Canary {label}' },
    },
    {
      table: 'edi.mailbox_file',
      row: (ids) => ({
        connection_id: ids('edi.connection'),
        direction: 'in',
        name: 'canary-{label}.edi',
        bytes: Buffer.from('ISA'),
      }),
    },
  ],
});
