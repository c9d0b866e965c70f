import { defineCommand, exitCodes } from '@millwright/core/cli';

/** Checks everything that can be wrong with an installation, and says what to do. */
export const doctor = defineCommand({
  name: 'doctor',
  summary: 'look for what is wrong with this installation, and say what to do',
  description:
    'Looks at the configuration, the roles of the database, migrations, the catalogue, queued work, ' +
    'the plugins of every account, and what must always hold for its records and numbers. It changes nothing. ' +
    'Exit code 3 if there are faults; warnings alone are 0.',
  kind: 'operator',
  async run(ctx) {
    const { examine } = await import('../../operations/doctor/examine.ts');
    const { checked, findings } = await examine(ctx);
    const faults = findings.filter(({ level }) => level === 'fault').length;
    await ctx.result({ isHealthy: faults === 0, checked, findings }, () => {
      ctx.table(
        [
          { title: 'Check', value: ({ check }) => check, minimum: 16 },
          { title: 'Looked at', value: ({ looked }) => looked },
          { title: 'Found', value: (area) => area.findings },
        ],
        checked,
      );
      for (const { level, check, account, what, fix } of findings) {
        ctx.say('');
        ctx.say(`${level}: ${check}${account ? ` of ${account}` : ''}: ${what}`);
        ctx.say(`  -> ${fix}`);
      }
      ctx.say('');
      ctx.say(
        findings.length
          ? `${faults} ${faults === 1 ? 'fault' : 'faults'}, ` +
              `${findings.length - faults} ${findings.length - faults === 1 ? 'warning' : 'warnings'}.`
          : 'Everything is as it should be.',
      );
    });
    return faults ? exitCodes.refused : exitCodes.ok;
  },
});
