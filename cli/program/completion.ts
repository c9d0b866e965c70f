import type { Writable } from 'node:stream';
import tab, { RootCommand } from '@bomb.sh/tab';
import type { Command, Option } from 'commander';

/** Bash script without further requirements; the library's own script needs the package bash-completion. */
export const bashScript = `# bash completion for millwright
_millwright() {
  local value summary
  COMPREPLY=()
  while IFS=$'\\t' read -r value summary; do
    case $value in
      '' | :*) ;;
      "\${COMP_WORDS[COMP_CWORD]}"*) COMPREPLY+=("$value") ;;
    esac
  done < <(millwright complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _millwright millwright
`;

/** Prints the shell script that asks for suggestions on every Tab. */
export function printScript(stdout: Writable, shell: string): void {
  if (shell === 'bash') stdout.write(bashScript);
  else tab.setup('millwright', 'millwright', shell);
}

/** The first line of a summary, because a shell treats every line as a suggestion. */
const shortened = (text: string): string => text.split('\n', 1)[0] as string;

const choicesOf =
  (choices: readonly string[] = []) =>
  (suggest: (value: string, summary: string) => void): void => {
    for (const choice of choices) suggest(choice, '');
  };

function addOption(place: ReturnType<RootCommand['command']>, option: Option): void {
  const name = option.long?.slice(2);
  if (!name) return;
  const short = option.short?.slice(1);
  const summary = shortened(option.description);
  if (option.required || option.optional) place.option(name, summary, choicesOf(option.argChoices), short);
  else place.option(name, summary, short);
}

function addCommand(root: RootCommand, command: Command, path: string): void {
  const place = path ? root.command(path, shortened(command.summary())) : root;
  const help = command.createHelp();
  for (const option of help.visibleOptions(command)) addOption(place, option);
  for (const argument of command.registeredArguments)
    place.argument(argument.name(), choicesOf(argument.argChoices), argument.variadic);
  for (const each of help.visibleCommands(command)) addCommand(root, each, `${path} ${each.name()}`.trimStart());
}

/** Prints suggestions for these words. Only names and choices known to the program; no server is called. */
export function suggest(program: Command, words: readonly string[]): void {
  const root = new RootCommand();
  addCommand(root, program, '');
  root.parse([...words]);
}
