import { z } from 'zod';

const flag = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true');
const port = z.coerce.number().int().min(0).max(65_535);
const days = z.coerce.number().int().min(1).max(3_650).default(30);

const loginRole = z.union([z.string().min(1), z.strictObject({ user: z.string().min(1), password: z.string() })]);

/** Every setting of an installation, read from the environment once at boot. */
const environment = z.object({
  NODE_ENV: z
    .enum(['production', 'development', 'test'])
    .default('development')
    .describe('`production` demands https, hides demo data and never captures mail'),
  HOST: z.string().min(1).default('127.0.0.1').describe('Address to listen on'),
  PORT: port.optional().describe('Port to listen on; 4000 or the next free one if not set'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional()
    .describe('An external PostgreSQL >= 16 (administrator, or see MILLWRIGHT_DATABASE_ROLES); embedded if not set'),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
    .optional()
    .describe('Mail server; without one mails are captured and readable in the e-mail log'),
  MILLWRIGHT_DATA_DIR: z
    .string()
    .min(1)
    .default('.data')
    .describe('Folder of the embedded database and the generated secret'),
  MILLWRIGHT_DEMO: flag.optional().describe('Demo accounts and sign-ins; on outside production'),
  MILLWRIGHT_OPS_PORT: port.optional().describe('Port of /livez, /readyz and /metrics; PORT + 1 if not set'),
  MILLWRIGHT_BASE_URL: z
    .url()
    .optional()
    .describe('Address people reach the installation at; begins the links in mails'),
  MILLWRIGHT_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe('Secret that keys and role passwords derive from; generated in the data folder if not set'),
  MILLWRIGHT_DATABASE_ROLES: z
    .string()
    .transform((text, context) => {
      try {
        return z
          .strictObject({ migrate: loginRole, tenant: loginRole, auth: loginRole, job: loginRole })
          .parse(JSON.parse(text));
      } catch {
        context.addIssue(
          'must be JSON: {"migrate": role, "tenant": role, "auth": role, "job": role}, a role being {"user", "password"} or a name',
        );
        return z.NEVER;
      }
    })
    .optional()
    .describe('Existing login roles, where the installation may create none'),
  MILLWRIGHT_TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean),
    )
    .describe('Addresses of proxies whose X-Forwarded-For and X-Forwarded-Proto are believed, separated by commas'),
  MILLWRIGHT_SESSION_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(30)
    .default(30)
    .describe('Life of a sign-in in whole days'),
  MILLWRIGHT_REQUEST_LOG_DAYS: days.describe('Days for which the request log is kept'),
  MILLWRIGHT_EVENT_DAYS: days.describe(
    'Days for which events are kept after they were handed over; one that somebody still waits for stays',
  ),
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
  MILLWRIGHT_LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('Least level that is logged'),
});

export type Config = ReturnType<typeof readConfig>;

/** The settings with names, defaults and meaning, for the papers and `doctor`. */
export const settingsTable = (): { name: string; description: string }[] =>
  Object.entries(environment.shape).map(([name, schema]) => ({ name, description: schema.description ?? '' }));

/**
 * Reads the configuration from an environment.
 * @throws Error listing every wrong or unknown setting.
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
  if (faults.length || !parsed.success)
    throw new Error(`The configuration is wrong:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  const value = parsed.data;
  const production = value.NODE_ENV === 'production';
  if (production && value.MILLWRIGHT_BASE_URL && !value.MILLWRIGHT_BASE_URL.startsWith('https:'))
    throw new Error('The configuration is wrong:\n  - MILLWRIGHT_BASE_URL has to begin with https:// in production');
  return {
    environment: value.NODE_ENV,
    production,
    host: value.HOST,
    port: value.PORT ?? 4000,
    portWasSet: value.PORT !== undefined,
    opsPort: value.MILLWRIGHT_OPS_PORT,
    databaseUrl: value.DATABASE_URL,
    databaseRoles: value.MILLWRIGHT_DATABASE_ROLES,
    smtpUrl: value.SMTP_URL,
    dataDir: value.MILLWRIGHT_DATA_DIR,
    demo: value.MILLWRIGHT_DEMO ?? !production,
    baseURL: value.MILLWRIGHT_BASE_URL?.replace(/\/$/, ''),
    secret: value.MILLWRIGHT_SECRET,
    trustedProxies: value.MILLWRIGHT_TRUSTED_PROXIES,
    sessionDays: value.MILLWRIGHT_SESSION_DAYS,
    retention: { requestLogDays: value.MILLWRIGHT_REQUEST_LOG_DAYS, eventDays: value.MILLWRIGHT_EVENT_DAYS },
    jobs: { memory: value.MILLWRIGHT_JOB_MEMORY, longest: value.MILLWRIGHT_JOB_MINUTES * 60_000 },
    logLevel: value.MILLWRIGHT_LOG_LEVEL,
  };
}
