import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core';
import { longestGap } from '../../browser/scan/wedge-buffer.ts';
import { patience, until } from '../calls/until.ts';

const require = createRequire(import.meta.url);
const artifacts = resolve(import.meta.dirname, '../../../.artifacts');

/** Flags of all test browsers: no sandbox (tests run as root too), and no network traffic of the browser itself. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

// Runs in a child process, because the package reads TMPDIR. The simulated platform makes it unpack the libraries (nss,
// nspr, expat) that a minimal system lacks.
const unpack = "import('@sparticuz/chromium').then(({ default: c }) => c.executablePath())";

/** Folder with the browser of the installed npm package, unpacked once per version and machine (takes about 2 s). */
async function unpackedBrowser(): Promise<string> {
  const { version } = JSON.parse(readFileSync(packageFile('@sparticuz/chromium'), 'utf8')) as { version: string };
  const folder = join(tmpdir(), `millwright-chromium-${version}-${process.getuid?.() ?? 0}`);
  if (existsSync(folder)) return folder;
  const fresh = mkdtempSync(`${folder}-`);
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', unpack], {
    cwd: import.meta.dirname,
    env: { ...process.env, TMPDIR: fresh, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
  });
  writeFileSync(join(fresh, 'fonts.conf'), fontSettings(folder));
  try {
    renameSync(fresh, folder);
  } catch (error) {
    // Another process has unpacked it first.
    if (!existsSync(folder)) throw error;
    rmSync(fresh, { recursive: true, force: true });
  }
  return folder;
}

// The package's own settings name folders of another platform.
const fontSettings = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
  <alias><family>sans-serif</family><prefer><family>Open Sans</family></prefer></alias>
</fontconfig>
`;

function packageFile(name: string): string {
  let folder = dirname(require.resolve(name));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return join(folder, 'package.json');
}

/**
 * Starts the Chromium of the npm packages, which include nss, nspr, expat and a font. The system only needs glibc and
 * libgcc.
 */
export async function launchBrowser(): Promise<Browser> {
  const folder = await unpackedBrowser();
  const libraries = join(folder, 'al2023/lib');
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    headless: true,
    timeout: patience,
    args: flags,
    env: {
      ...(process.env as Record<string, string>),
      LD_LIBRARY_PATH: [libraries, process.env['LD_LIBRARY_PATH']].filter(Boolean).join(':'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  });
}

export interface PageOptions {
  /** Base of relative addresses: `page.goto('/dashboard')`. */
  baseURL?: string;
  colorScheme?: 'light' | 'dark';
  viewport?: { width: number; height: number };
}

/** Problems of a page; a healthy page leaves all lists empty. */
export interface PageTrouble {
  /** Uncaught errors. */
  errors: string[];
  /** Console errors, including violations of the content security policy. */
  console: string[];
}

export interface OpenPage {
  page: Page;
  context: BrowserContext;
  trouble: PageTrouble;
}

let started: Promise<Browser> | undefined;

/** The browser of this process, shared by all its test files and never closed. */
function sharedBrowser(): Promise<Browser> {
  started ??= launchBrowser();
  return started;
}

/** Opens a page in a new context (no cookies, no storage). */
export async function openPage(options: PageOptions): Promise<OpenPage> {
  const context = await (await sharedBrowser()).newContext({
    viewport: options.viewport ?? { width: 1360, height: 860 },
    colorScheme: options.colorScheme ?? 'light',
    reducedMotion: 'reduce',
    ...(options.baseURL ? { baseURL: options.baseURL } : {}),
  });
  context.setDefaultTimeout(patience);
  return openPageOf(context);
}

async function openPageOf(context: BrowserContext): Promise<OpenPage> {
  const page = await context.newPage();
  const trouble: PageTrouble = { errors: [], console: [] };
  page.on('pageerror', (error) => trouble.errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error')
      trouble.console.push([message.text(), message.location().url].filter(Boolean).join(' '));
  });
  const open = new Set<Request>();
  openRequests.set(page, open);
  // A new document ends the requests of the one before, of which the browser tells nothing more.
  let ofDocumentBefore: Request[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) ofDocumentBefore = [...open];
    open.add(request);
  });
  page.on('domcontentloaded', () => {
    for (const request of ofDocumentBefore) open.delete(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return { page, context, trouble };
}

type PageWork<T> = (page: Page, parts: { context: BrowserContext; trouble: PageTrouble }) => Promise<T>;

/** Runs work in a page of a new context and closes it afterwards. */
export async function withPage<T>(options: PageOptions, work: PageWork<T>): Promise<T> {
  const open = await openPage(options);
  try {
    return await told(open, work);
  } finally {
    await open.context.close();
  }
}

/** The context of the last opened site, while it is not in use. */
let warm: { site: string; context: BrowserContext } | undefined;

/**
 * Like `withPage`, but with the browser cache of the previous test, so that the site's code is not loaded and compiled
 * again. Cookies and storage are empty. Not for tests of a first visit.
 */
export async function withWarmPage<T>(site: string, work: PageWork<T>): Promise<T> {
  const known = warm;
  warm = undefined;
  const open = await (known?.site === site ? openPageOf(known.context) : openPage({ baseURL: site }));
  if (known && known.context !== open.context) await known.context.close();
  const { context } = open;
  let isClean = false;
  try {
    const done = await told(open, work);
    await forgetAll(context, site);
    isClean = true;
    return done;
  } finally {
    if (isClean && !warm) warm = { site, context };
    else await context.close();
  }
}

/** Clears everything in a context except the cache. */
async function forgetAll(context: BrowserContext, site: string): Promise<void> {
  for (const page of context.pages()) await page.close();
  await context.setOffline(false);
  await context.clearPermissions();
  await context.clearCookies();
  const blank = await context.newPage();
  const session = await context.newCDPSession(blank);
  const storageTypes = 'local_storage,indexeddb,cache_storage,service_workers';
  await session.send('Storage.clearDataForOrigin', { origin: site, storageTypes });
  await blank.close();
}

/** Runs work; after a failure the error describes the page. */
async function told<T>({ page, context, trouble }: OpenPage, work: PageWork<T>): Promise<T> {
  try {
    return await work(page, { context, trouble });
  } catch (error) {
    await page.screenshot({ path: artifactPath('failure') }).catch(() => undefined);
    if (error instanceof Error) error.message += await whatItSaid(page, trouble, error.message);
    throw error;
  }
}

/**
 * Description of a page after a failed test: its address and visible texts, because a log has no picture. `told` is
 * what the message of the failure says already.
 */
async function whatItSaid(page: Page, { errors, console }: PageTrouble, told: string): Promise<string> {
  const live = page.locator('h1, [role=status], [role=alert]').filter({ visible: true });
  const texts = await live.allInnerTexts().catch(() => []);
  const unanswered = unansweredBy(page).filter((line) => !told.includes(line));
  const lines = [...texts, ...errors, ...console, ...unanswered].map((text) => text.trim()).filter(Boolean);
  return `\nThe page ${page.url()} said:${lines.map((line) => `\n  - ${line}`).join('') || ' nothing'}`;
}

const openRequests = new WeakMap<Page, Set<Request>>();

const unansweredBy = (page: Page): string[] =>
  [...(openRequests.get(page) ?? [])].map((request) => `\nunanswered: ${request.url()}`);

/** Waits until all changes so far are rendered and their effects have run: two frames and an idle moment. */
export const changesDrawn = (page: Page): Promise<void> =>
  page.evaluate(`new Promise((done) =>
    requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(done))))
    .then(() => undefined)`);

/**
 * Waits until a page has finished its own requests: three times in a row no request is running after rendering. Unlike
 * `networkidle` it has no fixed pause of half a second, and waits longer on a slow machine. For actions that a timer
 * starts (such as searching while typing), wait for the result instead.
 */
export async function screenLoaded(page: Page): Promise<void> {
  const open = openRequests.get(page);
  if (!open) throw new Error('screenLoaded is for pages of openPage and withPage');
  let quiet = 0;
  const isQuiet = async (): Promise<boolean> => {
    if (!open.size) await changesDrawn(page);
    quiet = open.size ? 0 : quiet + 1;
    return quiet === 3;
  };
  await until(`The answer to all that ${page.url()} asks for`, isQuiet).catch((error: unknown) => {
    if (error instanceof Error) error.message += unansweredBy(page).join('');
    throw error;
  });
}

/**
 * Presses keys one after the other at the focus. All events have timestamps of the same moment, even if the page
 * handles them slowly.
 */
export const pressAtOnce = (page: Page, ...names: string[]): Promise<void> =>
  page.evaluate((pressed) => {
    const target = document.activeElement ?? document.body;
    const keys = pressed.map((key) => new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    for (const key of keys) {
      const isLeft = target.dispatchEvent(key);
      if (isLeft && key.key.length === 1 && target instanceof HTMLInputElement)
        document.execCommand('insertText', false, key.key);
    }
  }, names);

/** Types like a scanner: the whole code at once, then Enter. */
export const scan = (page: Page, code: string): Promise<void> => pressAtOnce(page, ...code, 'Enter');

/** Types like a person in a field for scans: more slowly than a scanner. */
export const typeByHand = (page: Page, text: string): Promise<void> =>
  page.keyboard.type(text, { delay: 2 * longestGap });

function artifactPath(name: string): string {
  mkdirSync(artifacts, { recursive: true });
  return join(artifacts, `${name.replaceAll(/[^\w.-]+/g, '-')}.png`);
}

/** Saves a screenshot in `.artifacts/`; returns its path. */
export async function screenshot(page: Page, name: string, options: { fullPage?: boolean } = {}): Promise<string> {
  const path = artifactPath(name);
  await page.screenshot({ path, ...options });
  return path;
}

// During a transition colors are mixtures. Endless animations (such as loaders) are ignored.
async function settledLook(page: Page): Promise<void> {
  await until(`The last animation of ${page.url()}`, async () => {
    await changesDrawn(page);
    // The promise `finished` of an animation may stay open for ever, so that its state is asked again instead.
    return page.evaluate(
      () =>
        !document
          .getAnimations()
          .some(
            ({ playState, effect }) =>
              playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
          ),
    );
  });
}

interface Violation {
  id: string;
  impact?: string | null;
  help: string;
  nodes: { target: unknown[]; failureSummary?: string }[];
}

const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const wcag = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] };
// WCAG rules that depend on colors; all other results are the same in both color schemes.
const ofColours = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/**
 * Fails if axe finds violations of WCAG 2.1 A or AA in the light scheme, or color violations in the dark scheme.
 * @throws Error with each rule, its elements and a hint for the fix
 */
export async function expectNoAxeViolations(page: Page, options: { exclude?: string[] } = {}): Promise<void> {
  // Evaluated as a string, because the page's content security policy forbids script elements. It stays until the page
  // is loaded again.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axeSource);
  const faults: string[] = [];
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.locator('html').evaluate((html, name) => html.setAttribute('data-mantine-color-scheme', name), scheme);
    await settledLook(page);
    const examine = () =>
      page.evaluate(
        async ([exclude, runOnly]): Promise<Violation[]> => {
          const { axe } = globalThis as {
            axe?: { run(context: object, options: object): Promise<{ violations: Violation[] }> };
          };
          if (!axe) throw new Error('The page has lost axe');
          // All rules run, but only violations are described.
          return (await axe.run({ exclude }, { runOnly, resultTypes: ['violations'] })).violations;
        },
        [options.exclude ?? [], scheme === 'light' ? wcag : ofColours] as const,
      );
    for (const { id, impact, help, nodes } of await examine())
      for (const node of nodes)
        faults.push(
          `${scheme}: ${id} (${impact ?? 'minor'}) ${help}\n  ${node.target.join(' ')}\n  ${node.failureSummary ?? ''}`,
        );
  }
  if (faults.length) throw new Error(`axe found ${faults.length} violations on ${page.url()}:\n${faults.join('\n')}`);
}
