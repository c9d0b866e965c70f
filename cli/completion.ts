import type { Writable } from 'node:stream';
import tab, { RootCommand } from '@bomb.sh/tab';
import type { Command, Option } from 'commander';

/** Shell of readers who have installed nothing else: the script of the library needs the package bash-completion. */
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

/** Prints the script that makes a shell ask for suggestions at every Tab. */
export function printScript(stdout: Writable, shell: string): void {
  if (shell === 'bash') stdout.write(bashScript);
  else tab.setup('millwright', 'millwright', shell);
}

/** A summary is one line: a shell takes every line for a candidate. */
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

/** Prints what may follow these words. Only names and choices that the program knows by itself: no server is asked. */
export function suggest(program: Command, words: readonly string[]): void {
  const root = new RootCommand();
  addCommand(root, program, '');
  root.parse([...words]);
}
