import { writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { defineCommand } from '@millwright/core/cli';
import { root } from '../../installation/root.ts';

interface Place {
  user: string;
  folder: string;
  node: string;
  settings: string;
  backups: string;
  recovery: boolean;
}

// Node by its absolute path, because a service does not have the PATH of `npm start`.
const units = ({ user, folder, node, settings, backups, recovery }: Place): Record<string, string> => ({
  'millwright.service': `[Unit]
Description=Millwright
After=network-online.target postgresql.service
Wants=network-online.target

[Service]
Type=simple
User=${user}
WorkingDirectory=${folder}
EnvironmentFile=${settings}
Environment=NODE_ENV=production
Environment=MILLWRIGHT_ENV_FILE=${settings}
ExecStart=${node} cli/bootstrap.mjs start
KillMode=mixed
TimeoutStartSec=600
TimeoutStopSec=90
Restart=on-failure
RestartSec=5
NoNewPrivileges=true
PrivateTmp=true
ProtectSystem=full

[Install]
WantedBy=multi-user.target
`,
  'millwright-backup.service': `[Unit]
Description=Backup of Millwright

[Service]
Type=oneshot
User=${user}
WorkingDirectory=${folder}
EnvironmentFile=${settings}
Environment=NODE_ENV=production
Environment=MILLWRIGHT_ENV_FILE=${settings}
# As root, for the folder above is root's.
ExecStartPre=+/usr/bin/install -d -m 700 -o ${user} ${backups}
ExecStart=${node} cli/millwright.mjs backup ${backups} --keep 14${
    recovery
      ? `
ExecStart=${node} cli/millwright.mjs recovery base --keep 7`
      : ''
  }
Nice=10
`,
  'millwright-backup.timer': `[Unit]
Description=Daily backup of Millwright

[Timer]
OnCalendar=*-*-* 02:15:00
Persistent=true

[Install]
WantedBy=timers.target
`,
});

/** Prints systemd units for this clone. */
export const servicePrint = defineCommand({
  name: 'service print',
  summary: 'print units of systemd that run this clone, and back it up every day',
  description: `One file after the other, each below a line with its name. cli/OPERATING.md says where they go.`,
  kind: 'operator',
  options: {
    user: { type: 'text', value: 'NAME', summary: 'who the server runs as; you if absent' },
    settings: { type: 'text', value: 'FILE', default: '/etc/millwright.env', summary: 'file with the settings' },
    backups: { type: 'text', value: 'FOLDER', default: '/var/backups/millwright', summary: 'where backups go' },
    into: { type: 'text', value: 'FOLDER', summary: 'write them there, as in /etc/systemd/system' },
    recovery: { type: 'flag', summary: 'with the daily copy that restoring to a moment begins from' },
  },
  async run(ctx, { user = userInfo().username, settings, backups, into, recovery }) {
    const node = join(root, 'node_modules/node/bin/node');
    const files = units({ user, folder: root, node, settings, backups, recovery: recovery ?? false });
    if (into !== undefined)
      for (const [name, text] of Object.entries(files)) writeFileSync(join(ctx.pathOf(into), name), text);
    await ctx.result({ files }, () => {
      for (const [name, text] of Object.entries(files))
        if (into !== undefined) ctx.say(`Wrote ${join(into, name)}.`);
        else ctx.say(`# /etc/systemd/system/${name}\n${text}`);
    });
  },
});
