// BASE=http://127.0.0.1:PORT node .shot.mjs script.mjs [width] [scheme]
import chromium from '@sparticuz/chromium';
import { chromium as pw } from 'playwright-core';
const [,, script, width = '1280', scheme = 'light'] = process.argv;
const browser = await pw.launch({ executablePath: await chromium.executablePath(), args: ['--no-sandbox','--disable-gpu','--disable-quic','--no-first-run','--disable-background-networking','--disable-component-update','--disable-sync'] });
const page = await (await browser.newContext({ viewport: { width: +width, height: 900 }, colorScheme: scheme, baseURL: process.env.BASE })).newPage();
page.on('pageerror', (e) => console.log('pageerror', e.message));
const mod = await import(new URL(script, `file://${process.cwd()}/`).href);
let n = 0;
const shot = async (name = String(++n), full = false) => { await page.screenshot({ path: `/work/tmp/${name}.png`, fullPage: full }); console.log(`/work/tmp/${name}.png`); };
try { await mod.default(page, shot); } catch (e) { console.log(e); await shot('fail'); }
await browser.close();
