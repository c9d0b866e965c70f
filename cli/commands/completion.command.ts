import { defineCommand } from '@millwright/core/cli';

/** Prints the shell script for completion, which calls the hidden command `complete`. */
export const completion = defineCommand({
  name: 'completion',
  summary: 'print the script for completion in a shell',
  description: `Examples:
  bash: source <(millwright completion bash)       in ~/.bashrc
  zsh:  source <(millwright completion zsh)        in ~/.zshrc, after compinit
  fish: millwright completion fish | source        in ~/.config/fish/config.fish`,
  kind: 'local',
  arguments: { shell: { summary: 'the shell', choices: ['bash', 'zsh', 'fish'] } },
  async run(ctx, { shell }) {
    const { printScript } = await import('../program/completion.ts');
    printScript(ctx.stdout, shell);
  },
});
