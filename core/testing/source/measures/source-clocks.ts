/** Sources of dependence on the time of day, on the machine's load, or on chance. */
const kinds: Readonly<Record<string, RegExp>> = {
  'Date.now': /\bDate\.now\b/,
  'new Date()': /\bnew Date\(\)/,
  'a day without an instant': /\b(?:dateIn|startOfDayIn)\((?:'[^']*')?\)/,
  'performance.now': /\bperformance\.now\b/,
  setTimeout: /\bsetTimeout\b|['"](?:node:)?timers\/promises['"]/,
  'vi.waitFor': /\bvi\.waitFor\b/,
  waitForTimeout: /\bwaitForTimeout\b/,
  'a limit of time':
    /\b(?:test|hook)?timeout: *\d|\bsetDefault(?:Navigation)?Timeout\(\d|^ *\}, \d[\d_]+(?: \* [\d_]+)*\);/i,
  'Math.random': /\bMath\.random\b/,
  'a port by chance': /\bport\b.*\brandom|\brandomInt\b/i,
};

/** Tests and their helpers, without tests of the night and of real data, which may use clocks. */
export const isOfTests = (path: string): boolean =>
  (/\.(?:test|fuzz|matrix|e2e)\.tsx?$|-fixture\.tsx?$/.test(path) || /(?:^|\/)(?:testing|e2e)\//.test(path)) &&
  !/\.(?:soak|night|real-data)\.tsx?$/.test(path);

/** Clocks and random sources that a text uses. */
export function clocksIn(text: string): string[] {
  const lines = text.split('\n').filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line));
  return Object.keys(kinds).filter((kind) => lines.some((line) => kinds[kind]?.test(line)));
}
