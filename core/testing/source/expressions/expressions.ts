import { parseSync } from '@swc/core';
import { check } from 'recheck';

/** A file whose regular expressions are checked; `path` is relative to the root. */
interface SourceFile {
  path: string;
  read(): string;
}

interface Expression {
  source: string;
  flags: string;
}

/** Tests, build tools and scaffolds only read texts of this repository. */
const ownTextsOnly = [
  /\.(?:test|e2e|matrix|fuzz|night|soak|real-data)\.tsx?$|-fixture\.ts$|\/testing\/|\/e2e\//,
  /^core\/bench\/|^cli\/(?:new|data\/real-data)\/|^shell\/server\/|^templates\/|^[^/]*\.config\.ts$|^\./,
  /^core\/(?:boot\/new-migration|database\/embedded\/embedded-postgres-launch)\.ts$/,
  /^cli\/(?:bootstrap|bootstrap\/(?:test-report|test-run))\.mjs$/,
];

/**
 * Files that may build expressions from texts, with the source of the texts. Such expressions cannot be checked here.
 */
const made: Readonly<Record<string, string>> = {
  'core/contracts/sign-in/api-key.contract.ts': 'the verbs of permissions',
  'core/contracts/texts/text.ts': 'classes of letters, with bounded repetition',
  'core/contracts/texts/id.ts': 'prefixes of ids, which are checked',
  'core/database/schema/migrate.ts': 'names of our schemas',
  'plugins/inventory/browser/catalogue/product-group/variations/variation-pattern.ts':
    'a name of which every sign is escaped',
};

/**
 * Milliseconds per expression, even on a busy machine. An expression that takes longer is too complex for people too.
 */
const longest = 120_000;

function expressionsOf({ path, read }: SourceFile): { literals: Expression[]; madeCount: number } {
  const text = read();
  const literals: Expression[] = [];
  let madeCount = 0;
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const each of node) visit(each);
    else if (typeof node === 'object' && node !== null) {
      const { type, pattern, flags, callee } = node as Record<string, unknown>;
      if (type === 'RegExpLiteral') literals.push({ source: String(pattern), flags: String(flags) });
      if (
        (type === 'NewExpression' || type === 'CallExpression') &&
        (callee as { value?: unknown })?.value === 'RegExp'
      )
        madeCount += 1;
      for (const [name, value] of Object.entries(node)) if (name !== 'span') visit(value);
    }
  };
  if (text.includes('/') || text.includes('RegExp')) {
    const options = path.endsWith('.mjs')
      ? ({ syntax: 'ecmascript' } as const)
      : ({ syntax: 'typescript', tsx: path.endsWith('.tsx') } as const);
    visit(parseSync(text, { ...options, target: 'es2024' }).body);
  }
  return { literals, madeCount };
}

async function faultOf({ source, flags }: Expression): Promise<string | undefined> {
  // The seed makes the result equal on every machine.
  const judged = await check(source, flags, { timeout: longest, randomSeed: 1 });
  if (judged.status === 'safe') return undefined;
  if (judged.status === 'unknown') return `could not be judged (${judged.error.kind}); write it more simply`;
  return `is ${judged.complexity.summary}: ${judged.attack.pattern.slice(0, 200)}`;
}

/**
 * Faults in the expressions of files: super-linear time, and expressions built from texts without permission.
 * Expressions in `safe` are not checked again; new safe ones are added to it.
 */
export async function expressionFaults(
  files: readonly SourceFile[],
  safe: Set<string>,
): Promise<{ faults: string[]; count: number }> {
  const faults: string[] = [];
  let count = 0;
  for (const file of files) {
    if (ownTextsOnly.some((form) => form.test(file.path))) continue;
    const { literals, madeCount } = expressionsOf(file);
    count += literals.length;
    if (madeCount > 0 && !Object.hasOwn(made, file.path))
      faults.push(
        `${file.path}: makes an expression of a text; compare the text, or say why in ` +
          'core/testing/source/expressions/expressions.ts',
      );
    for (const expression of literals) {
      const written = `/${expression.source}/${expression.flags}`;
      if (safe.has(written)) continue;
      const fault = await faultOf(expression);
      if (fault === undefined) safe.add(written);
      else faults.push(`${file.path}: ${written} ${fault}`);
    }
  }
  return { faults, count };
}
