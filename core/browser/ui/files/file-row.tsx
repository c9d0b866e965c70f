import {
  ActionIcon,
  Anchor,
  Button,
  Group,
  Menu,
  Modal,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { deleteFile, type FileInfo, isListedOutside, updateFile } from '../../../contracts/work/file.contract.ts';
import { useClient } from '../../api/api-provider.tsx';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { DateTimeText } from '../../format/formatted.tsx';
import { accountURL } from '../../screens/account-tab.ts';
import { useSession } from '../../screens/session.tsx';
import rows from '../detail/panel-list.module.css';
import { Icon } from '../display/icon.tsx';
import { useConfirm } from '../feedback/confirm-dialog.tsx';
import { errorText } from '../feedback/error-text.ts';
import { runWithToast } from '../feedback/run-with-toast.ts';
import { toast } from '../feedback/toast.tsx';
import { fileIcon, isPicture, sizeText } from './file-text.ts';
import classes from './files-panel.module.css';
import { openFile } from './open-file.ts';

const addressOf = (file: FileInfo): string => accountURL(`/v1/files/${file.id}`);

/** What is said to the team of a file that the scanner has not seen. */
const uncheckedText = (file: FileInfo): string => {
  const words = 'Not scanned for viruses yet';
  if (!file.isShared) return words;
  return isListedOutside(file)
    ? `${words}: the customer can open it once it is`
    : `${words}: the customer sees it after that`;
};

/** A file with its preview. Pictures and PDF open in a new tab, all others are saved. */
export function FileRow(props: { file: FileInfo; mayChange: boolean; isShareable: boolean }) {
  const { file, mayChange, isShareable } = props;
  const { isPortal } = useSession();
  const update = useEndpointMutation(updateFile);
  // Customers get a file once the scanner has seen it; the team decides for itself.
  const isWithheld = file.isUnchecked && isPortal;
  const params = { fileID: file.id };
  const share = (isShared: boolean) =>
    runWithToast(
      () => update.mutateAsync({ params, body: { isShared } }),
      isShared ? `The customer sees ${file.name}` : `The customer no longer sees ${file.name}`,
    );
  return (
    <li className={rows['row']}>
      <span className={classes['figure']}>
        {isPicture(file) && !isWithheld ? (
          <img src={addressOf(file)} alt="" loading="lazy" />
        ) : (
          <Icon name={fileIcon(file)} size={18} />
        )}
      </span>
      <div className={rows['words']}>
        {isWithheld ? <span className={rows['name']}>{file.name}</span> : <FileLink file={file} />}
        <span className={rows['about']}>
          {file.origin === 'outside' && !isPortal && <strong>From the customer · </strong>}
          {file.addedBy && `${file.addedBy} · `}
          <DateTimeText value={file.createdAt} relative /> · {sizeText(file.size)}
        </span>
        {file.isUnchecked && (
          <span className={classes['warning']}>
            {isPortal ? 'It opens once it has been scanned for viruses' : uncheckedText(file)}
          </span>
        )}
        {file.note && <span className={rows['note']}>{file.note}</span>}
      </div>
      {mayChange && (
        <div className={rows['buttons']}>
          {isShareable && (
            <Switch
              size="xs"
              label="Shared"
              aria-label={`Show ${file.name} to the customer`}
              checked={file.isShared}
              disabled={update.isPending}
              onChange={(event) => void share(event.currentTarget.checked)}
            />
          )}
          <FileMenu file={file} />
        </div>
      )}
    </li>
  );
}

/** The name of a file, which opens or saves it. A PDF is opened from its bytes, because its address saves it. */
function FileLink({ file }: { file: FileInfo }) {
  const client = useClient();
  if (file.contentType !== 'application/pdf') {
    const how = isPicture(file) ? { target: '_blank', rel: 'noreferrer' } : { download: file.name };
    return (
      <Anchor className={rows['name']} href={addressOf(file)} {...how}>
        {file.name}
      </Anchor>
    );
  }
  const open = () => openFile(client, file).catch(toast.error);
  return (
    <Anchor component="button" type="button" className={rows['name']} onClick={() => void open()}>
      {file.name}
    </Anchor>
  );
}

function FileMenu({ file }: { file: FileInfo }) {
  const [isEdited, setEdited] = useState(false);
  const confirm = useConfirm();
  const removal = useEndpointMutation(deleteFile);
  const remove = async () => {
    const question = { title: `Delete ${file.name}?`, confirmLabel: 'Delete file', danger: true };
    if (!(await confirm({ ...question, message: 'It cannot be brought back.' }))) return;
    await runWithToast(() => removal.mutateAsync({ params: { fileID: file.id } }), `${file.name} deleted`);
  };
  return (
    <>
      <Menu>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${file.name}`}>
            <Icon name="dots" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component="a"
            href={addressOf(file)}
            download={file.name}
            leftSection={<Icon name="download" size={14} />}
          >
            Save
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="edit" size={14} />} onClick={() => setEdited(true)}>
            Rename or describe
          </Menu.Item>
          <Menu.Item
            leftSection={<Icon name="trash" size={14} />}
            c="var(--mantine-color-error)"
            onClick={() => void remove()}
          >
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={isEdited} onClose={() => setEdited(false)} title={<Text fw={600}>{file.name}</Text>} size="sm">
        {isEdited && <FileForm file={file} onDone={() => setEdited(false)} />}
      </Modal>
    </>
  );
}

function FileForm({ file, onDone }: { file: FileInfo; onDone(): void }) {
  const [name, setName] = useState(file.name);
  const [note, setNote] = useState(file.note);
  const update = useEndpointMutation(updateFile);
  const faultOf = (path: string) => update.error?.errors.find((each) => each.path === path)?.message;
  const faults = { name: faultOf('name'), note: faultOf('note') };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    // The panel may be inside a form, to which React would pass the event through the portal.
    event.stopPropagation();
    try {
      await update.mutateAsync({ params: { fileID: file.id }, body: { name, note } });
      onDone();
    } catch {
      // Shown at the fields.
    }
  };
  return (
    <form onSubmit={(event) => void save(event)}>
      <Stack gap="md">
        <TextInput
          label="Name"
          required
          data-autofocus
          value={name}
          error={faults.name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Textarea
          label="Note"
          autosize
          minRows={2}
          value={note}
          error={faults.note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {update.error && !faults.name && !faults.note && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {errorText(update.error)}
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" loading={update.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
