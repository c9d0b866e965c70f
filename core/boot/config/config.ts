import { z } from 'zod';
import { registrationModes } from '../../contracts/accounts/invitation.contract.ts';
import { usuallyKept } from '../../database/statements/planned-statements.ts';
import { gigabyte, usualSizes } from '../../kernel/context/work-sizes.ts';
import { isLoopbackName, Networks } from '../../kernel/outgoing/network.ts';

const flag = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true');
/** Ports of other services that browsers refuse to open (WHATWG Fetch, "bad port"). */
const portsBrowsersRefuse = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);
const port = z.coerce.number().int().min(0).max(65_535);
const browserPort = port.refine(
  (value) => !portsBrowsersRefuse.has(value),
  'is a port that browsers refuse to open, because another service is known by it: choose another, such as 4000',
);
const connections = z.coerce.number().int().min(2).max(500);
const storage = z.coerce.number().positive().max(100_000);
const days = z.coerce.number().int().min(1).max(3_650).default(30);

const listed = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  );

const loginRole = z.union([z.string().min(1), z.strictObject({ user: z.string().min(1), password: z.string() })]);

/** All settings of an installation, read from the environment once at boot. */
const environment = z.object({
  NODE_ENV: z
    .enum(['production', 'development', 'test'])
    .default('development')
    .describe('`production` demands an address of https and a mail server, and refuses demo data'),
  HOST: z.string().min(1).default('127.0.0.1').describe('Address to listen on'),
  PORT: browserPort.optional().describe('Port to listen on; 4000 or the next free one if not set'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional()
    .describe('An external PostgreSQL >= 16 (administrator, or see MILLWRIGHT_DATABASE_ROLES); embedded if not set'),
  DATABASE_READ_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional()
    .describe('A replica (hot standby) of the database, from which reports and exports are read'),
  SMTP_URL: z
    .string()
    .regex(/^(?:smtps?:\/\/|none$)/, 'must begin with smtp:// or smtps://, or be none')
    .optional()
    .describe(
      'Mail server; `none` says that mails stay in the email log and reach nobody, as they do outside production',
    ),
  MILLWRIGHT_CLAMD: z
    .string()
    .transform((text, { addIssue }) => {
      const [, inBrackets, plain, port] = /^(?:\[([0-9a-fA-F:]+)\]|([^\s:/[\]]+)):(\d{1,5})$/.exec(text) ?? [];
      const host = inBrackets ?? plain;
      if (host && Number(port) >= 1 && Number(port) <= 65_535) return { host, port: Number(port) };
      addIssue({ code: 'custom', message: 'must be a host and a port, such as 127.0.0.1:3310' });
      return z.NEVER;
    })
    .optional()
    .describe('Scanner of uploads, a clamd of ClamAV as host:port; without it files are not scanned'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an address such as http://127.0.0.1:4318' })
    .optional()
    .describe(
      'Collector of OpenTelemetry that traces are sent to (OTLP over HTTP); its other OTEL_ settings count too',
    ),
  MILLWRIGHT_DATA_DIR: z
    .string()
    .min(1)
    .default('.data')
    .describe('Folder of the embedded database and the generated secret'),
  MILLWRIGHT_WAL_ARCHIVE: z
    .string()
    .startsWith('/', 'must be a folder by its whole path')
    .optional()
    .describe('Folder in which the embedded database keeps its log, to be restored to any moment'),
  MILLWRIGHT_DEMO: z
    .enum(['0', '1', 'true', 'false', 'public'])
    .optional()
    .describe(
      'Demo accounts and sign-ins; on outside production. ' +
        '`public`: for other machines too, who then know the passwords',
    ),
  MILLWRIGHT_OPS_PORT: port.optional().describe('Port of /livez, /readyz and /metrics; PORT + 1 if not set'),
  MILLWRIGHT_OPS_HOST: z.string().min(1).default('127.0.0.1').describe('Address that the port of /livez listens on'),
  MILLWRIGHT_METRICS_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters')
    .optional()
    .describe('Bearer token with which other machines read /metrics; nobody elsewhere does without one'),
  MILLWRIGHT_INSECURE: flag.optional().describe('In production: an http:// base URL of this machine, to try it out'),
  MILLWRIGHT_HOSTS: listed.describe(
    'Names that people may reach the installation by beside the base URL, separated by commas',
  ),
  MILLWRIGHT_BASE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://orders.example.com' })
    .optional()
    .describe('Address people reach the installation at; begins the links in mails'),
  MILLWRIGHT_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe('Secret that keys and role passwords derive from; generated in the data folder if not set'),
  MILLWRIGHT_FORMER_SECRET: z
    .string()
    .optional()
    .describe('The secret before MILLWRIGHT_SECRET, for `millwright secret rotate` alone'),
  MILLWRIGHT_DATABASE_ROLES: z
    .string()
    .transform((text, context) => {
      try {
        return z
          .strictObject({ migrate: loginRole, tenant: loginRole, auth: loginRole, job: loginRole })
          .parse(JSON.parse(text));
      } catch {
        context.addIssue(
          'must be JSON: {"migrate": role, "tenant": role, "auth": role, "job": role}, ' +
            'a role being {"user", "password"} or a name',
        );
        return z.NEVER;
      }
    })
    .optional()
    .describe('Existing login roles, where the installation may create none'),
  MILLWRIGHT_TRUSTED_PROXIES: listed
    .superRefine((entries, context) => {
      try {
        new Networks(entries);
      } catch (error) {
        context.addIssue((error as Error).message);
      }
    })
    .describe('Addresses and networks (10.0.0.0/8) of proxies whose X-Forwarded-For is believed, separated by commas'),
  MILLWRIGHT_PROVIDER_NETWORKS: listed
    .superRefine((entries, context) => {
      try {
        new Networks(entries);
      } catch (error) {
        context.addIssue((error as Error).message);
      }
    })
    .describe(
      'Networks of your own that accounts may name (sign-in providers, SFTP); elsewhere public ones, encrypted',
    ),
  MILLWRIGHT_CALL_CONNECTIONS: connections
    .default(16)
    .describe('Connections to the database for the calls of this process'),
  MILLWRIGHT_AUTH_CONNECTIONS: connections
    .default(6)
    .describe('Connections to the database for signing in, and for what knows no account yet'),
  MILLWRIGHT_READ_CONNECTIONS: connections
    .default(8)
    .describe('Connections to DATABASE_READ_URL for the reports and exports of this process'),
  MILLWRIGHT_NAMED_STATEMENTS: flag
    .default(true)
    .describe('0 behind pgbouncer in transaction mode: connections keep no statements'),
  MILLWRIGHT_KEPT_STATEMENTS: z.coerce
    .number()
    .int()
    .min(1)
    .max(5000)
    .default(usuallyKept)
    .describe('Statements that each connection keeps, of those that are sent more than once'),
  MILLWRIGHT_DISTRIBUTED: flag
    .default(false)
    .describe('Refused until an installation can be spread over the nodes of Citus'),
  MILLWRIGHT_DRAIN_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(300)
    .optional()
    .describe('Seconds for which a server that stops says so on /readyz and serves on; 10 in production, else 0'),
  MILLWRIGHT_SESSION_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(30)
    .default(30)
    .describe('Life of a sign-in in whole days'),
  MILLWRIGHT_REGISTRATION: z
    .enum(registrationModes)
    .optional()
    .describe('Who may register: `open` (anybody, the default), `invited` (by the mail of an invitation), `closed`'),
  MILLWRIGHT_REQUEST_LOG_DAYS: days.describe('Days for which the request log is kept'),
  MILLWRIGHT_EVENT_DAYS: days.describe(
    'Days for which events are kept after they were handed over; one that somebody still waits for stays',
  ),
  MILLWRIGHT_STORAGE_FREE_GB: storage
    .default(1)
    .describe('Gigabytes that the files of an account on the free plan may take; they lie in the database'),
  MILLWRIGHT_STORAGE_PRO_GB: storage
    .default(5)
    .describe('Gigabytes that the files of an account on the pro plan may take'),
  MILLWRIGHT_JOB_MEMORY: z.coerce
    .number()
    .int()
    .min(128)
    .max(65_536)
    .default(512)
    .describe('Megabytes that background jobs may hold together before they are ended and started anew'),
  MILLWRIGHT_JOB_MINUTES: z.coerce
    .number()
    .int()
    .min(1)
    .max(14)
    .default(5)
    .describe('Minutes that one background job may take before it has failed'),
  MILLWRIGHT_ENV_FILE: z
    .string()
    .optional()
    .describe('File with the settings of the service, which commands in a shell read; none where it is empty'),
  MILLWRIGHT_LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('Least level that is logged'),
});

/** Warning at start, in `doctor`, and when the first forwarded request arrives. */
export const untrustedProxy =
  'A proxy is in front, and MILLWRIGHT_TRUSTED_PROXIES names none: ' +
  'everybody behind it counts as one address, for limits and in logs';

/** Whether the warning applies: people use https, which this process does not provide itself. */
export const lacksProxy = ({ production, baseURL, trustedProxies }: Config): boolean =>
  production && trustedProxies.length === 0 && (baseURL ?? '').startsWith('https:');

export type Config = ReturnType<typeof readConfig>;

/** Names, defaults and descriptions of the settings, for the documentation and `doctor`. */
export const settingsTable = (): { name: string; description: string }[] =>
  Object.entries(environment.shape).map(([name, schema]) => ({ name, description: schema.description ?? '' }));

/** Reason for refusing to start on a distributed database. */
export const notOnCitus = 'Not usable yet: a customer would read what is not theirs';

const hasDemo = ({ NODE_ENV, MILLWRIGHT_DEMO: wanted }: z.output<typeof environment>): boolean =>
  wanted === undefined ? NODE_ENV !== 'production' : wanted !== '0' && wanted !== 'false';

/** Faults by which the installation would be reachable by the wrong people, or by nobody. */
function unsafe(value: z.output<typeof environment>): string[] {
  const { MILLWRIGHT_BASE_URL: baseURL, MILLWRIGHT_INSECURE: insecure, HOST: host, SMTP_URL: mail } = value;
  const faults: string[] = [];
  const base = baseURL === undefined ? undefined : new URL(baseURL);
  if (value.MILLWRIGHT_DISTRIBUTED) faults.push(`MILLWRIGHT_DISTRIBUTED: ${notOnCitus}`);
  const isLocal = base !== undefined && isLoopbackName(base.hostname.replace(/^\[(.*)\]$/, '$1'));
  if (value.NODE_ENV === 'production') {
    if (!base) faults.push('MILLWRIGHT_BASE_URL has to be set in production: the https:// address that people use');
    else if (base.protocol !== 'https:' && !(insecure && isLocal))
      faults.push(
        'MILLWRIGHT_BASE_URL has to begin with https:// in production (http://127.0.0.1 with MILLWRIGHT_INSECURE=1, ' +
          'to try it out)',
      );
    if (mail === undefined)
      faults.push('SMTP_URL has to be set in production: a mail server, or none if no mail is to leave');
    if (hasDemo(value)) faults.push('MILLWRIGHT_DEMO is not for production: everybody knows the passwords of the demo');
  } else if (hasDemo(value) && value.MILLWRIGHT_DEMO !== 'public' && !(isLoopbackName(host) && (!base || isLocal)))
    faults.push(
      'MILLWRIGHT_DEMO has to be 0, or public to let other machines in: everybody knows the passwords of the demo',
    );
  return faults;
}

/**
 * Reads the configuration from an environment.
 * @throws Error listing all invalid or unknown settings.
 */
export function readConfig(env: Record<string, string | undefined>) {
  const faults: string[] = [];
  for (const name of Object.keys(env))
    if (name.startsWith('MILLWRIGHT_') && !(name in environment.shape) && !name.startsWith('MILLWRIGHT_TEST_'))
      faults.push(`${name} is not a setting of Millwright`);
  const given = Object.fromEntries(
    Object.keys(environment.shape).map((name) => [name, env[name] === '' ? undefined : env[name]]),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) faults.push(...parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`));
  else faults.push(...unsafe(parsed.data));
  if (faults.length || !parsed.success)
    throw new Error(`The configuration is wrong:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  const value = parsed.data;
  const production = value.NODE_ENV === 'production';
  return {
    environment: value.NODE_ENV,
    production,
    host: value.HOST,
    port: value.PORT ?? 4000,
    portWasSet: value.PORT !== undefined,
    opsPort: value.MILLWRIGHT_OPS_PORT,
    opsHost: value.MILLWRIGHT_OPS_HOST,
    metricsToken: value.MILLWRIGHT_METRICS_TOKEN,
    databaseUrl: value.DATABASE_URL,
    databaseRoles: value.MILLWRIGHT_DATABASE_ROLES,
    smtpUrl: value.SMTP_URL === 'none' ? undefined : value.SMTP_URL,
    clamd: value.MILLWRIGHT_CLAMD,
    sendsTraces: value.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
    dataDir: value.MILLWRIGHT_DATA_DIR,
    walArchive: value.MILLWRIGHT_WAL_ARCHIVE,
    demo: hasDemo(value),
    baseURL: value.MILLWRIGHT_BASE_URL?.replace(/\/$/, ''),
    hosts: value.MILLWRIGHT_HOSTS,
    secret: value.MILLWRIGHT_SECRET,
    formerSecret: value.MILLWRIGHT_FORMER_SECRET,
    trustedProxies: value.MILLWRIGHT_TRUSTED_PROXIES,
    providerNetworks: value.MILLWRIGHT_PROVIDER_NETWORKS,
    pool: { tenant: value.MILLWRIGHT_CALL_CONNECTIONS, auth: value.MILLWRIGHT_AUTH_CONNECTIONS },
    reading: value.DATABASE_READ_URL
      ? { url: value.DATABASE_READ_URL, connections: value.MILLWRIGHT_READ_CONNECTIONS }
      : undefined,
    forms: {
      keepsPlans: value.MILLWRIGHT_NAMED_STATEMENTS,
      mostKept: value.MILLWRIGHT_KEPT_STATEMENTS,
      isDistributed: value.MILLWRIGHT_DISTRIBUTED,
    },
    drainSeconds: value.MILLWRIGHT_DRAIN_SECONDS ?? (production ? 10 : 0),
    sessionDays: value.MILLWRIGHT_SESSION_DAYS,
    registration: value.MILLWRIGHT_REGISTRATION,
    sizes: {
      ...usualSizes,
      storage: {
        free: Math.round(value.MILLWRIGHT_STORAGE_FREE_GB * gigabyte),
        pro: Math.round(value.MILLWRIGHT_STORAGE_PRO_GB * gigabyte),
      },
    },
    retention: { requestLogDays: value.MILLWRIGHT_REQUEST_LOG_DAYS, eventDays: value.MILLWRIGHT_EVENT_DAYS },
    jobs: { memory: value.MILLWRIGHT_JOB_MEMORY, longest: value.MILLWRIGHT_JOB_MINUTES * 60_000 },
    logLevel: value.MILLWRIGHT_LOG_LEVEL,
  };
}
