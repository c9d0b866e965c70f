import { Button, Group, Menu, MultiSelect, NumberInput, Select, TextInput } from '@mantine/core';
import { DayPicker, Icon, type Option, useOptionLabels, useOptions, useSession } from '@millwright/core/browser';
import { useMemo, useState } from 'react';
import {
  type Comparison,
  comparisons,
  type FilterName,
  groupingNames,
  manufacturingFigures,
  manufacturingTypes,
  type ReportDefinition,
} from '../../../contracts/index.ts';
import { filterSources } from '../record-sources.ts';
import classes from './report.module.css';
import { comparisonNames, periodPresets, type ReportState, reportDaysOf, type SetReportState } from './report-state.ts';

const toData = (options: readonly Option[]) => options.map(({ value, label }) => ({ value, label }));

function RecordFilter({ name, value, onChange }: { name: FilterName; value: string[]; onChange(ids: string[]): void }) {
  const { account } = useSession();
  const { label, source: sourceOf } = filterSources[name];
  const source = useMemo(() => sourceOf(account?.id ?? ''), [sourceOf, account?.id]);
  const [search, setSearch] = useState('');
  const [isOpen, setOpen] = useState(false);
  const { options } = useOptions(source, search, isOpen);
  const ids = value.filter((id) => id !== 'none');
  const names = useOptionLabels(source, ids);
  const known = ids.map((id, index) => ({ value: id, label: names[index] ?? id }));
  const none = value.includes('none') ? [{ value: 'none', label: 'None' }] : [];
  return (
    <MultiSelect
      label={label}
      placeholder={value.length === 0 ? 'All' : ''}
      data={[...none, ...known, ...toData(options.filter((option) => !ids.includes(option.value)))]}
      value={value}
      onChange={onChange}
      searchValue={search}
      onSearchChange={setSearch}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      searchable
      clearable
      className={`${classes['filter']} ${value.length === 0 ? classes['unset'] : ''}`}
    />
  );
}

/** Period, comparison and filters of a report; the choice is kept in the address and printed. */
export function ReportFilters({
  report,
  state,
  onChange,
}: {
  report: ReportDefinition;
  state: ReportState;
  onChange: SetReportState;
}) {
  const period = reportDaysOf(state);
  const [text, setText] = useState(state.query);
  const chosen = report.filters.filter((name) => state[name].length > 0);
  const isNarrowed = chosen.length > 0 || state.query !== '' || state.target !== null;
  return (
    <div className={classes['filters']}>
      {report.hasPeriod && (
        <Group align="end" gap="sm">
          <DayPicker
            label="From"
            value={period.startDate}
            maxDate={period.endDate}
            onChange={(startDate) => startDate && onChange({ ...period, startDate })}
            w={140}
          />
          <DayPicker
            label="To"
            value={period.endDate}
            minDate={period.startDate}
            onChange={(endDate) => endDate && onChange({ ...period, endDate })}
            w={140}
          />
          <Menu>
            <Menu.Target>
              <Button variant="default" rightSection={<Icon name="chevronDown" size={14} />}>
                Period
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {periodPresets().map(({ label, ...days }) => (
                <Menu.Item key={label} onClick={() => onChange({ ...days, documents: null })}>
                  {label}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
          <Select
            label="Compared with"
            data={comparisons.map((value) => ({ value, label: comparisonNames[value] }))}
            value={state.compare}
            className={state.compare === 'none' ? classes['unset'] : undefined}
            allowDeselect={false}
            onChange={(value) => onChange({ compare: value as Comparison })}
            w={170}
          />
        </Group>
      )}
      <Group align="end" gap="sm">
        {report.groupings && (
          <Select
            label="Broken down by"
            data={report.groupings.map((value) => ({ value, label: groupingNames[value] }))}
            value={state.groupBy}
            allowDeselect={false}
            onChange={(value) => onChange({ groupBy: value as ReportState['groupBy'] })}
            w={170}
          />
        )}
        {report.hasType && (
          <Select
            label="Figure"
            data={manufacturingTypes.map((value) => ({ value, label: manufacturingFigures[value].label }))}
            value={state.type}
            allowDeselect={false}
            onChange={(value) => onChange({ type: value as ReportState['type'] })}
            w={170}
          />
        )}
        {report.hasTarget && (
          <NumberInput
            label="Target days"
            placeholder="Promised dates"
            value={state.target ?? ''}
            min={0}
            max={365}
            allowDecimal={false}
            allowNegative={false}
            clampBehavior="strict"
            onChange={(value) => onChange({ target: typeof value === 'number' ? value : null })}
            className={state.target === null ? classes['unset'] : undefined}
            w={150}
          />
        )}
        {report.hasText && (
          <TextInput
            type="search"
            label="Customer or product"
            placeholder="Any"
            maxLength={200}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            onBlur={() => text !== state.query && onChange({ query: text || null })}
            onKeyDown={({ key }) => key === 'Enter' && onChange({ query: text || null })}
            className={state.query === '' ? classes['unset'] : undefined}
            w={180}
          />
        )}
        {report.filters.map((name) => (
          <RecordFilter
            key={name}
            name={name}
            value={state[name]}
            onChange={(ids) => onChange({ [name]: ids.length ? ids : null, documents: null })}
          />
        ))}
        {isNarrowed && (
          <Button
            variant="subtle"
            onClick={() => {
              setText('');
              onChange({ ...Object.fromEntries(chosen.map((name) => [name, null])), query: null, target: null });
            }}
          >
            Clear filters
          </Button>
        )}
      </Group>
    </div>
  );
}
