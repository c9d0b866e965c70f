import { Button, FileButton, Group, Input, Text } from '@mantine/core';
import { useEffect, useId, useState } from 'react';
import { accountURL } from '../../../screens/account-tab.ts';
import { Icon } from '../../display/icon.tsx';
import { errorText } from '../../feedback/error-text.ts';
import classes from '../form.module.css';

const largestDefault = 5 * 1024 * 1024;

/**
 * Uploads a file as soon as it is picked, outside the form's values. `upload` calls the endpoint with the `File` as
 * `binaryReply` body. With `image` the picture is shown before and after the upload.
 */
export function FileField(props: {
  label: string;
  description?: string;
  /** Accepted content types, as in an input: `image/png,image/jpeg`. */
  accept: string;
  /** Address of the current picture; the field passes it through `accountURL`. */
  value?: string | null;
  image?: boolean;
  /** Largest file in bytes; 5 MB by default. */
  maxBytes?: number;
  disabled?: boolean;
  upload(file: File): Promise<unknown>;
  onRemove?(): Promise<unknown>;
}) {
  const id = useId();
  const [preview, setPreview] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview]);

  const attempt = async (act: () => Promise<unknown>) => {
    setBusy(true);
    setError(null);
    try {
      await act();
    } catch (failure) {
      setPreview(null);
      setError(errorText(failure));
    } finally {
      setBusy(false);
    }
  };
  const pick = (file: File | null) => {
    const largest = props.maxBytes ?? largestDefault;
    if (!file) return;
    if (file.size > largest) {
      setError(`The file is larger than ${Math.floor(largest / 1024 / 1024)} MB`);
      return;
    }
    if (props.image) setPreview(URL.createObjectURL(file));
    void attempt(() => props.upload(file));
  };
  const shown = preview ?? (props.value ? accountURL(props.value) : null);
  return (
    <Input.Wrapper label={props.label} description={props.description} error={error} labelElement="div" id={id}>
      <Group gap="sm" mt={4}>
        {props.image && (
          <div className={classes['preview']}>
            {shown ? <img src={shown} alt={props.label} /> : <Icon name="upload" />}
          </div>
        )}
        <FileButton onChange={pick} accept={props.accept} disabled={props.disabled ?? false}>
          {(button) => (
            <Button
              {...button}
              variant="default"
              loading={isBusy}
              disabled={props.disabled ?? false}
              aria-describedby={error ? `${id}-error` : undefined}
            >
              {shown ? 'Replace' : 'Upload'}
            </Button>
          )}
        </FileButton>
        {shown && props.onRemove && !props.disabled && (
          <Button
            variant="subtle"
            color="gray"
            onClick={() =>
              void attempt(async () => {
                await props.onRemove?.();
                setPreview(null);
              })
            }
          >
            Remove
          </Button>
        )}
        <Text size="xs" c="dimmed">
          {props.accept.replaceAll('image/', '').replaceAll(',', ', ').toUpperCase()}
        </Text>
      </Group>
    </Input.Wrapper>
  );
}
