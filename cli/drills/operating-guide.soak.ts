import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { root } from '../installation/root.ts';

// The guide as somebody follows it who types its lines: its blocks in order, in a folder that stands for the machine.
const machine = mkdtempSync(join(tmpdir(), 'millwright-guide-'));
chmodSync(machine, 0o755);
const at = (path: string): string => join(machine, path);
const settings = at('etc/millwright.env');
const programs = at('fake');

/**
 * The service's own user: as root an unprivileged user that every machine has, in place of the one that the guide adds.
 * Other people run the whole guide as themselves.
 */
const service = serviceUser();

function serviceUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith('nobody:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

afterAll(() => {
  spawnSync(join(programs, 'systemctl'), ['stop', 'millwright'], { env: environment() });
  rmSync(machine, { recursive: true, force: true });
});

const environment = () => ({
  PATH: `${programs}:${at('usr/local/bin')}:${process.env['PATH']}`,
  HOME: at('root'),
  MILLWRIGHT_ENV_FILE: settings,
});

/** Places of the machine as places of the folder; the clone is ours. */
const here = (text: string): string =>
  text
    .replaceAll(/(?<![\w.])\/(etc|srv|usr\/local|var\/backups)\//g, `${machine}/$1/`)
    .replaceAll('<address of the repository>', root);

/** Stands for systemd: runs the lines of units in order, as the service's user. */
const systemctl = `#!/usr/bin/env node
import { execSync, spawn } from 'node:child_process';
import { existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
const machine = ${JSON.stringify(machine)};
const service = ${JSON.stringify(service ?? {})};
const [verb, ...names] = process.argv.slice(2).filter((word) => word !== '--now');
const pidOf = (unit) => machine + '/' + unit + '.pid';
const alive = (pid) => { try { process.kill(pid, 0); return true; } catch { return false; } };
for (const name of names) {
  const unit = name.includes('.') ? name : name + '.service';
  if (unit.endsWith('.timer')) continue;
  const text = readFileSync(machine + '/etc/systemd/system/' + unit, 'utf8');
  const lines = text.replaceAll(/(?<![\\w.])\\/(etc|var\\/backups)\\//g, machine + '/$1/').split('\\n');
  const all = (key) => lines.filter((line) => line.startsWith(key + '=')).map((line) => line.slice(key.length + 1));
  const own = all('User').length ? service : {};
  const env = { PATH: process.env.PATH, HOME: own.uid ? machine + '/srv/millwright' : process.env.HOME };
  for (const file of all('EnvironmentFile')) for (const line of readFileSync(file, 'utf8').split('\\n')) {
    const [, key, value] = /^(\\w+)=(.*)$/.exec(line) ?? [];
    if (key) env[key] = value;
  }
  for (const pair of all('Environment')) env[pair.slice(0, pair.indexOf('='))] = pair.slice(pair.indexOf('=') + 1);
  const cwd = all('WorkingDirectory')[0];
  if (verb === 'stop' || verb === 'restart') {
    if (existsSync(pidOf(unit))) {
      const pid = Number(readFileSync(pidOf(unit), 'utf8'));
      if (alive(pid)) process.kill(pid, 'SIGTERM');
      while (alive(pid)) await pause(50);
      rmSync(pidOf(unit));
    }
    if (verb === 'stop') continue;
  }
  if (all('Type')[0] === 'oneshot') {
    for (const line of [...all('ExecStartPre'), ...all('ExecStart')]) {
      const asRoot = line.startsWith('+');
      const owner = service.uid ? '$1 -o ' + service.uid : '$1';
      const command = line.replace(/^\\+/, '').replace(/^(\\/usr\\/bin\\/install .*) -o \\S+/, owner);
      execSync(command, { cwd, env, stdio: 'inherit', ...(asRoot ? {} : own) });
    }
    continue;
  }
  // The program itself: nothing is installed or built here.
  const [node] = all('ExecStart')[0].split(' ');
  const log = openSync(machine + '/' + unit + '.log', 'w');
  const program = ['--import', cwd + '/core/cli/tsx-loader.mjs', cwd + '/cli/main.ts', 'start'];
  const child = spawn(node, program, { cwd, env, detached: true, stdio: ['ignore', log, log], ...own });
  child.unref();
  writeFileSync(pidOf(unit), String(child.pid));
  while (!/runs at http/.test(readFileSync(machine + '/' + unit + '.log', 'utf8'))) {
    if (!alive(child.pid)) { console.error(readFileSync(machine + '/' + unit + '.log', 'utf8')); process.exit(1); }
    await pause(50);
  }
}
`;

/** The machine's own programs that the guide calls, as far as they would change it or ask the network. */
const fakes: Record<string, string> = {
  systemctl,
  useradd: `#!/bin/sh
mkdir -p ${at('srv/millwright')}${service ? `\nchown ${service.uid}:${service.gid} ${at('srv/millwright')}` : ''}
`,
  sudo: `#!/usr/bin/env node
import { spawnSync } from 'node:child_process';
const [flag, , ...rest] = process.argv.slice(2);
const [program, ...args] = flag === '-u' ? rest : process.argv.slice(2);
const env = { ...process.env, HOME: ${JSON.stringify(at('srv/millwright'))} };
const { status, error } = spawnSync(program, args, { stdio: 'inherit', env, ...${JSON.stringify(service ?? {})} });
if (error) console.error(error.message);
process.exit(status ?? 1);
`,
  install: `#!/bin/sh
[ "$3" = -g ] && { shift 4; exec /usr/bin/install -m 640${service ? ` -g ${service.gid}` : ''} "$@"; }
exec /usr/bin/install "$@"
`,
  git: `#!/bin/sh
[ "$1" = clone ] || exit 0
mkdir -p "$3" && cd "$2" && tar -c --exclude=./node_modules --exclude=./.git --exclude=./.build --exclude=./.data \\
  --exclude=./.artifacts . | tar -x -C "$3"
`,
  npm: `#!/bin/sh
[ -d node_modules ] && exit 0
mkdir node_modules && cd node_modules && ln -s ${root}/node_modules/* . && rm @millwright .bin 2>/dev/null
mkdir .bin && ln -s ../../cli/millwright.mjs .bin/millwright && cp -a ${root}/node_modules/@millwright .
`,
};

interface Block {
  heading: string;
  text: string;
}

function blocksOfGuide(): Block[] {
  const guide = readFileSync(join(root, 'cli/OPERATING.md'), 'utf8');
  const blocks: Block[] = [];
  let heading = '';
  for (const [, title, indent, text] of guide.matchAll(/^## (.+)$|^( *)```sh\n([\s\S]*?)^ *```$/gm)) {
    if (title) heading = title;
    else blocks.push({ heading, text: (text ?? '').replaceAll(new RegExp(`^${indent}`, 'gm'), '') });
  }
  return blocks;
}

function run(lines: string): string {
  const script = here(lines).replaceAll(/(recovery restore .*?)(\s+#.*)?$/gm, '$1 --yes');
  const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
    cwd: machine,
    env: environment(),
    encoding: 'utf8',
  });
  expect(status, `${lines}\n${stdout}${stderr}`).toBe(0);
  return `${stdout}${stderr}`;
}

it('its lines do what it says, in their order', () => {
  for (const folder of ['etc/systemd/system', 'usr/local/bin', 'root', 'fake', 'archive'])
    mkdirSync(at(folder), { recursive: true });
  // The disk of the archive is the service's.
  if (service) chownSync(at('archive'), service.uid, service.gid);
  writeFileSync(join(programs, 'package.json'), '{"type":"module"}');
  for (const [name, text] of Object.entries(fakes)) {
    writeFileSync(join(programs, name), text);
    chmodSync(join(programs, name), 0o755);
  }
  symlinkSync(process.execPath, join(programs, 'node'));
  const outputLines: string[] = [];
  for (const { heading, text } of blocksOfGuide()) {
    const file = /^# (\/\S+)\n/.exec(text)?.[1];
    if (file) {
      expect(existsSync(here(file)), 'The block before has made it').toBe(true);
      const filled = text
        .replace(/<32 characters[^>]*>/, 'a secret that only this guide knows')
        .replace(/^DATABASE_URL=.*$/m, `MILLWRIGHT_WAL_ARCHIVE=${at('archive')}\nPORT=0\nMILLWRIGHT_LOG_LEVEL=error`);
      writeFileSync(here(file), filled);
    } else outputLines.push(run(text));
    if (heading === 'A machine of your own' && text.includes('account create')) {
      // What the timer does every night.
      outputLines.push(run('systemctl start millwright-backup.service'));
      const kept = readdirSync(at('var/backups/millwright'));
      expect(kept).toHaveLength(1);
      if (service) expect(statSync(at(`var/backups/millwright/${kept[0]}`)).uid).toBe(service.uid);
    }
  }
  const all = outputLines.join('\n');
  expect(all).toContain(`Settings: ${settings}`);
  expect(all).toMatch(/\/registration|\/invitations?|token/);
  expect(all).toContain('The database is as it was at');
  const backup = at('srv/millwright/before-upgrade.tar.gz');
  const manifest = JSON.parse(
    execFileSync('tar', ['-xzOf', backup, 'manifest.json'], { encoding: 'utf8', maxBuffer: 1024 ** 3 }),
  ) as { tables: { schema: string; table: string; rows: number }[] };
  const rowsOf = (name: string) =>
    manifest.tables.find(({ table, schema }) => schema === 'core' && table === name)?.rows;
  expect([rowsOf('account'), rowsOf('member')]).toEqual([1, 1]);
  expect(
    existsSync(at('srv/millwright/app/.data/postgres')) || existsSync(at('srv/millwright/app/.data/location')),
  ).toBe(true);
});
