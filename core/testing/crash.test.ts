import { expect, it } from 'vitest';
import { acknowledgedIn, expectStatuses, loadsTogether, startLoad } from './crash/crash-load.ts';
import { useCrashSite } from './crash/crash-site.ts';
import { expectLedgerWhole, ledgerWriter } from './crash/ledger-crash.ts';
import { startDockWork } from './crash/receiving-crash.ts';
import { StockFloor } from './crash/stock-crash.ts';

// Once each and briefly; crash.soak.ts kills oftener, in larger work.
const site = useCrashSite('ledger', 'inventory', 'commerce');

it('kill -9 of the server in mid-write, then of the database, loses nothing that was acknowledged', async () => {
  const at = site();
  const floor = await StockFloor.open(at);
  const start = (name: string) => ({
    ledger: startLoad(at, ledgerWriter, `${name}-ledger`, 2),
    stock: startLoad(at, floor.writer, `${name}-stock`, 3),
  });
  const isBusy = ({ ledger, stock }: ReturnType<typeof start>, before = { ledger: 0, stock: 0 }): boolean =>
    acknowledgedIn(ledger.load).length > before.ledger + 10 && acknowledgedIn(stock.load).length > before.stock + 15;

  const first = start('first');
  await at.until('Some writes', () => isBusy(first));
  const dock = await startDockWork(at, 2, 5);
  await at.until('Goods at the dock', () => dock.waiting() > 0);
  const postgresBefore = at.server.postgresPid;
  await at.killServer();
  const [ledgerCut, stockCut] = await Promise.all([first.ledger.stop(), first.stock.stop()]);
  expect(ledgerCut.cut + stockCut.cut).toBeGreaterThan(0);
  expectStatuses(at, ledgerCut, 201);
  expectStatuses(at, stockCut, 200, 201);
  await at.restart();
  expect(at.server.postgresPid, 'the new process attaches to the database that lived on').toBe(postgresBefore);

  await dock.done;
  await dock.expectWhole();

  const second = start('second');
  await at.until('Some writes', () => isBusy(second));
  const before = {
    ledger: acknowledgedIn(second.ledger.load).length,
    stock: acknowledgedIn(second.stock.load).length,
  };
  at.killPostgres();
  await at.until('The recovery', () => isBusy(second, before));
  const [ledger, stock] = await Promise.all([second.ledger.stop(), second.stock.stop()]);
  expect([ledger.cut, stock.cut]).toEqual([0, 0]);
  expectStatuses(at, ledger, 201, 503);
  expectStatuses(at, stock, 200, 201, 503);
  await expectLedgerWhole(at, loadsTogether(ledgerCut, ledger));
  await floor.expectWhole(loadsTogether(stockCut, stock));
});
