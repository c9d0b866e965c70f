import { ActionIcon, Button, Checkbox, Group, Menu, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { ApiError } from '../../../../contracts/client.ts';
import {
  createSavedView,
  deleteSavedView,
  type SavedView,
  updateSavedView,
} from '../../../../contracts/records/saved-view.contract.ts';
import { useEndpointMutation } from '../../../api/use-endpoint.ts';
import { Icon } from '../../display/icon.tsx';
import { toast } from '../../feedback/toast.tsx';
import classes from '../list-screen.module.css';
import type { SystemView } from '../list-types.ts';
import type { ListLook } from './list-look.ts';

/** A view in a tab; the id of "All" is empty. */
export interface ListView extends SystemView {
  look?: ListLook;
  saved?: SavedView;
}

interface Props {
  screen: string;
  views: readonly ListView[];
  current: ListView;
  /** Whether the list differs from the view. */
  isDirty: boolean;
  /** The state to save. */
  query: string;
  look: ListLook;
  /** False without an account in which to store views. */
  canSave: boolean;
  onOpen(view: ListView): void;
  /** Number of records in a tab. */
  countOf?(view: ListView): ReactNode;
}

/** Saved views as tabs, with save, save as, reset, rename and delete. */
export function ListViews({ screen, views, current, isDirty, query, look, canSave, onOpen, countOf }: Props) {
  const [naming, setNaming] = useState<'create' | 'rename' | null>(null);
  const state = { query, columns: [...look.columns], widths: look.widths, density: look.density };
  const onError = (error: ApiError) => toast.error(error);
  const create = useEndpointMutation(createSavedView);
  const update = useEndpointMutation(updateSavedView, { onError });
  const remove = useEndpointMutation(deleteSavedView, { onError });
  const ownView = current.saved?.isOwn ? current.saved : undefined;

  const deleteView = async (view: SavedView) => {
    await remove.mutateAsync({ params: { savedViewID: view.id } });
    onOpen({ id: '', name: 'All', query: '' });
    toast.undo(`View "${view.name}" deleted`, () =>
      create.mutateAsync({
        body: {
          screen,
          name: view.name,
          query: view.query,
          columns: view.columns,
          widths: view.widths,
          density: view.density,
          isShared: view.isShared,
        },
      }),
    );
  };

  return (
    <nav className={classes['views']} aria-label="Views">
      {views.map((view) => (
        <button
          key={view.id}
          type="button"
          className={classes['view']}
          aria-current={view.id === current.id}
          onClick={() => onOpen(view)}
        >
          {view.name}
          {view.id !== '' && !view.saved && countOf?.(view)}
          {view.id === current.id && isDirty && <span className={classes['dirty']} role="img" aria-label="changed" />}
        </button>
      ))}
      {isDirty && (
        <>
          {ownView && (
            <Button
              size="compact-xs"
              variant="light"
              onClick={() => update.mutate({ params: { savedViewID: ownView.id }, body: state })}
            >
              Save
            </Button>
          )}
          {canSave && (
            <Button size="compact-xs" variant={ownView ? 'subtle' : 'light'} onClick={() => setNaming('create')}>
              Save as view
            </Button>
          )}
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => onOpen(current)}>
            Reset
          </Button>
        </>
      )}
      {ownView && (
        <Menu position="bottom-start">
          <Menu.Target>
            <ActionIcon size="sm" aria-label={`View ${ownView.name}`}>
              <Icon name="dots" size={14} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<Icon name="edit" size={14} />} onClick={() => setNaming('rename')}>
              Rename or share
            </Menu.Item>
            <Menu.Item
              leftSection={<Icon name="trash" size={14} />}
              onClick={() => void deleteView(ownView).catch(() => undefined)}
            >
              Delete
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {naming && (
        <NameDialog
          title={naming === 'create' ? 'Save as view' : 'View'}
          name={naming === 'rename' ? (ownView?.name ?? '') : ''}
          isShared={naming === 'rename' && (ownView?.isShared ?? false)}
          onClose={() => setNaming(null)}
          onSave={async (name, isShared) => {
            if (naming === 'rename' && ownView)
              await update.mutateAsync({ params: { savedViewID: ownView.id }, body: { name, isShared } });
            else {
              const saved = await create.mutateAsync({
                body: { screen, name, isShared, ...state },
              });
              onOpen({ id: saved.id, name: saved.name, query: saved.query, look: saved, saved });
            }
          }}
        />
      )}
    </nav>
  );
}

function NameDialog(props: {
  title: string;
  name: string;
  isShared: boolean;
  onClose(): void;
  onSave(name: string, isShared: boolean): Promise<void>;
}) {
  const [name, setName] = useState(props.name);
  const [isShared, setShared] = useState(props.isShared);
  const [error, setError] = useState<string | null>(null);
  const save = async () => {
    try {
      await props.onSave(name.trim(), isShared);
      props.onClose();
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : 'Unknown error');
    }
  };
  return (
    <Modal opened onClose={props.onClose} title={<Text fw={600}>{props.title}</Text>} size="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim()) void save();
          else setError('Name is required');
        }}
      >
        <Stack gap="sm">
          <TextInput
            data-autofocus
            label="Name"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={error}
            maxLength={60}
          />
          <Checkbox
            label="Share with everyone in the account"
            checked={isShared}
            onChange={(event) => setShared(event.currentTarget.checked)}
          />
          <Group justify="flex-end">
            <Button type="submit">Save</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
