import { Button, Group, Textarea } from '@mantine/core';
import { Fragment, useState } from 'react';
import { commentEditMinutes, deleteComment, updateComment } from '../../../contracts/records/comment.contract.ts';
import type { TimelineEntry } from '../../../contracts/records/timeline.contract.ts';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { useSession } from '../../screens/session.tsx';
import { toast } from '../feedback/toast.tsx';
import classes from './detail.module.css';

const address = /(https?:\/\/[^\s<>"]+)/;

/** The text of a comment with links; everything else is shown as it was written. */
const CommentText = ({ text }: { text: string }) =>
  text.split(address).map((part, index) =>
    address.test(part) ? (
      <a key={index} href={part} target="_blank" rel="noopener noreferrer nofollow">
        {part}
      </a>
    ) : (
      <Fragment key={index}>{part}</Fragment>
    ),
  );

/** A comment in the activity of a record. Its author changes it for 15 minutes; author and administrators remove it. */
export function CommentEntry({ type, id, entry }: { type: string; id: string; entry: TimelineEntry }) {
  const { user, account } = useSession();
  const [draft, setDraft] = useState<string | null>(null);
  const params = { type, id, commentID: entry.id };
  const onError = (error: unknown) => toast.error(error);
  const change = useEndpointMutation(updateComment, { onError, onSuccess: () => setDraft(null) });
  const remove = useEndpointMutation(deleteComment, { onError });
  if (entry.action === 'comment_removed') return null;
  const isOwn = entry.actor.id === user.id;
  const isYoung = Date.now() - Date.parse(entry.at) < commentEditMinutes * 60_000;
  if (draft !== null)
    return (
      <div className={classes['comment']}>
        <Textarea
          autosize
          aria-label="Comment"
          maxLength={5_000}
          value={draft}
          onChange={(event) => setDraft(event.currentTarget.value)}
        />
        <Group gap="xs" mt="xs">
          <Button
            size="compact-sm"
            loading={change.isPending}
            disabled={!draft.trim()}
            onClick={() => change.mutate({ params, body: { text: draft } })}
          >
            Save comment
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => setDraft(null)}>
            Cancel
          </Button>
        </Group>
      </div>
    );
  return (
    <div className={classes['comment']}>
      <CommentText text={entry.note ?? ''} />
      {(isOwn || account?.roleType === 'admin') && (
        <Group gap="xs" mt={4}>
          {isOwn && isYoung && (
            <Button size="compact-xs" variant="subtle" onClick={() => setDraft(entry.note ?? '')}>
              Change comment
            </Button>
          )}
          <Button
            size="compact-xs"
            variant="subtle"
            color="red"
            loading={remove.isPending}
            onClick={() => remove.mutate({ params })}
          >
            Remove comment
          </Button>
        </Group>
      )}
    </div>
  );
}
