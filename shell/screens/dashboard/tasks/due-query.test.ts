import { expect, it } from 'vitest';
import { derivedFilters } from '../../../../core/browser/ui/list/derived/derived-filters.ts';
import { readListState } from '../../../../core/browser/ui/list/state/list-state.ts';
import { listTasks } from '../../../../core/contracts/work/task.contract.ts';
import { taskFilters } from '../../tasks/task-filters.ts';
import { duePath, dueQuery } from './due-query.ts';

it('is the same on the home screen and on the screen of all tasks', () => {
  const [path = '', search = ''] = duePath('2026-03-02').split('?');
  expect(path).toBe('/dashboard/tasks');
  const shown = derivedFilters(listTasks, taskFilters({ people: [], roles: [] }), () => true);
  const { filters } = readListState(new URLSearchParams(search), shown);
  expect(filters).toEqual(dueQuery('2026-03-02'));
});
