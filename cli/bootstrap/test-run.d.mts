/** See test-run.mjs. */
export function runTests(
  options: string[],
  tools: {
    root: string;
    node: string;
    environment(extra: object): NodeJS.ProcessEnv;
    build(): Promise<{ code: number; output: string }>;
    forward(options: string[], extra?: Record<string, string>): Promise<number>;
  },
): Promise<number>;
