import { Button, Group, NumberInput, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import {
  EmptyState,
  Icon,
  PageHeader,
  Panel,
  RecordPicker,
  type RecordSource,
  toast,
  useClient,
} from '@millwright/core/browser';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import {
  type LabelSize,
  type LabelSymbology,
  type LabelType,
  labelSizes,
  labelTypes,
  largestLabelPrint,
  type PrintLabelsInput,
  printLabels,
} from '../../../contracts/index.ts';
import { itemSource, locationSource, lotSource } from '../../record-sources.ts';
import { ChosenLabels } from './chosen-labels.tsx';
import classes from './label.module.css';
import { readLook, saveLook } from './label-look.ts';
import { LabelPreview } from './label-preview.tsx';

const sources: Record<LabelType, RecordSource> = { item: itemSource, location: locationSource, lot: lotSource };
const nouns: Record<LabelType, string> = { item: 'an item', location: 'a storage location', lot: 'a lot' };
const sizeOptions = (Object.keys(labelSizes) as LabelSize[]).map((value) => ({
  value,
  label: `${value.replace('x', ' × ')} in`,
}));
const typeOptions = [
  { value: 'item', label: 'Items' },
  { value: 'location', label: 'Places' },
  { value: 'lot', label: 'Lots' },
];

const isType = (text: string | null): text is LabelType => (labelTypes as readonly string[]).includes(text ?? '');

/** Chooses records, size and code, previews the labels, and sends them to a printer or a file. */
export function LabelScreen() {
  const client = useClient();
  const [search, setSearch] = useSearchParams();
  const wanted = search.get('type');
  const type: LabelType = isType(wanted) ? wanted : 'item';
  const ids = [...new Set(search.getAll('ids'))];
  const [look, setLook] = useState(() => readLook(type));
  const [isSaving, setSaving] = useState(false);
  useEffect(() => setLook(readLook(type)), [type]);
  useEffect(() => saveLook(type, look), [type, look]);

  const choose = (next: readonly string[], nextType: LabelType = type) =>
    setSearch([['type', nextType], ...next.map((id) => ['ids', id])] as [string, string][], { replace: true });
  const symbology: LabelSymbology = look.size === '1x1' ? 'qr' : look.symbology;
  const body: PrintLabelsInput = { type, ids, size: look.size, symbology, copies: look.copies, format: 'pdf' };
  const tooMany = ids.length * look.copies > largestLabelPrint.pdf;
  const pdf = useQuery({
    queryKey: ['labels', body],
    enabled: ids.length > 0 && !tooMany,
    staleTime: 60_000,
    retry: false,
    queryFn: async ({ signal }) => {
      const answer = await client.call(printLabels, { body }, { signal });
      return new Blob([await answer.arrayBuffer()], { type: 'application/pdf' });
    },
  });
  const saveZPL = async () => {
    setSaving(true);
    try {
      const answer = await client.call(printLabels, { body: { ...body, format: 'zpl' } });
      saveFile(new Blob([await answer.arrayBuffer()], { type: 'application/zpl' }), 'labels.zpl');
    } catch (error) {
      toast.error(error);
    } finally {
      setSaving(false);
    }
  };

  return (
    <>
      <PageHeader title="Labels" />
      <div className={classes['columns']}>
        <Panel title="What to print">
          <Stack gap="md">
            <SegmentedControl
              aria-label="Kind of label"
              data={typeOptions}
              value={type}
              onChange={(next) => choose([], next as LabelType)}
            />
            <RecordPicker
              key={`${type} ${ids.length}`}
              source={sources[type]}
              value={null}
              label={`Add ${nouns[type]}`}
              placeholder="Type to search"
              onPick={(id) => id && choose([...ids, id])}
            />
            <ChosenLabels source={sources[type]} ids={ids} onChange={choose} />
            <Group grow align="start">
              <Select
                label="Size"
                data={sizeOptions}
                value={look.size}
                allowDeselect={false}
                onChange={(size) => size && setLook({ ...look, size: size as LabelSize })}
              />
              <NumberInput
                label="Copies of each"
                min={1}
                max={100}
                allowDecimal={false}
                clampBehavior="strict"
                value={look.copies}
                onChange={(copies) => setLook({ ...look, copies: Math.max(1, Number(copies) || 1) })}
              />
            </Group>
            <Select
              label="Code"
              description={look.size === '1x1' ? 'Only a QR code fits this size' : undefined}
              data={[
                { value: 'code128', label: 'Barcode (Code 128)' },
                { value: 'qr', label: 'QR code' },
              ]}
              value={symbology}
              disabled={look.size === '1x1'}
              allowDeselect={false}
              onChange={(next) => next && setLook({ ...look, symbology: next as LabelSymbology })}
            />
            <Group>
              <Button
                leftSection={<Icon name="download" />}
                disabled={!pdf.data}
                onClick={() => pdf.data && saveFile(pdf.data, 'labels.pdf')}
              >
                Save PDF
              </Button>
              <Button variant="default" disabled={ids.length === 0} loading={isSaving} onClick={() => void saveZPL()}>
                Save ZPL
              </Button>
            </Group>
            <Text size="sm" c="dimmed">
              Print the PDF from the preview at 100 %, or send the ZPL to a label printer of 203 dots an inch.
            </Text>
          </Stack>
        </Panel>
        <Panel title="Preview">
          {ids.length === 0 ? (
            <EmptyState
              title="Nothing chosen yet"
              text={`Add ${nouns[type]}, or open this screen from a list or record.`}
            />
          ) : tooMany ? (
            <EmptyState
              title="Too many labels for one PDF"
              text={`A PDF holds ${largestLabelPrint.pdf} labels. Take fewer copies or records, or save the ZPL.`}
            />
          ) : (
            <LabelPreview blob={pdf.data} error={pdf.error} onRetry={() => void pdf.refetch()} />
          )}
        </Panel>
      </div>
    </>
  );
}

/** Offers a file as a download. */
function saveFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download begins after this task and needs the address until then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
