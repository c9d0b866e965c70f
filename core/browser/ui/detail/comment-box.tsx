import { Button, Textarea, UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { createComment, readFollowing, setFollowing } from '../../../contracts/records/comment.contract.ts';
import { useEndpoint, useEndpointMutation } from '../../api/use-endpoint.ts';
import { toast } from '../feedback/toast.tsx';
import classes from './detail.module.css';

interface Person {
  memberID: string;
  name: string;
}

/** The name that is being typed after an @, before the caret. */
const typedName = /(?:^|\s)@([^\s@][^@\n]{0,40}|)$/;
const mostOffered = 6;

/** A field for a comment on a record, with @ for the people who may see it, and the choice to follow the record. */
export function RecordCommentBox({ type, id }: { type: string; id: string }) {
  const params = { type, id };
  const following = useEndpoint(readFollowing, { params });
  const onError = (error: unknown) => toast.error(error);
  const follow = useEndpointMutation(setFollowing, { onError });
  const [text, setText] = useState('');
  const send = useEndpointMutation(createComment, { onError, onSuccess: () => setText('') });
  const people = following.data?.people ?? [];
  const write = () => {
    const mentions = people.filter(({ name }) => text.includes(`@${name}`)).map(({ memberID }) => memberID);
    send.mutate({ params, body: { text, mentions } });
  };
  const isFollowing = following.data?.isFollowing ?? false;
  return (
    <div className={classes['commentBox']}>
      <MentionArea people={people} text={text} onText={setText} onSend={write} />
      <div className={classes['commentTools']}>
        <Button size="compact-sm" loading={send.isPending} disabled={!text.trim()} onClick={write}>
          Comment
        </Button>
        {following.data && (
          <Button
            size="compact-sm"
            variant="subtle"
            loading={follow.isPending}
            onClick={() => follow.mutate({ params, body: { isFollowing: !isFollowing } })}
          >
            {isFollowing ? 'Mute' : 'Follow'}
          </Button>
        )}
      </div>
    </div>
  );
}

function MentionArea(props: { people: readonly Person[]; text: string; onText(text: string): void; onSend(): void }) {
  const { people, text, onText } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(0);
  const [active, setActive] = useState(0);
  const typed = typedName.exec(text.slice(0, caret))?.[1]?.toLowerCase();
  const offered =
    typed === undefined ? [] : people.filter(({ name }) => name.toLowerCase().startsWith(typed)).slice(0, mostOffered);
  const choose = ({ name }: Person) => {
    const start = caret - (typed?.length ?? 0);
    onText(`${text.slice(0, start)}${name} ${text.slice(caret)}`);
    setCaret(start + name.length + 1);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const chosen = offered[Math.min(active, offered.length - 1)];
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && text.trim()) {
      event.preventDefault();
      props.onSend();
    } else if (!chosen) return;
    else if (event.key === 'Enter' || event.key === 'Tab') {
      event.preventDefault();
      choose(chosen);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setActive((index) => (index + (event.key === 'ArrowDown' ? 1 : offered.length - 1)) % offered.length);
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      setCaret(0);
    }
  };
  return (
    <div>
      <Textarea
        ref={field}
        autosize
        minRows={1}
        maxRows={12}
        maxLength={5_000}
        aria-label="Comment"
        placeholder="Write a comment, @ names a colleague"
        value={text}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          onText(event.currentTarget.value);
          setCaret(event.currentTarget.selectionStart);
          setActive(0);
        }}
      />
      {offered.length > 0 && (
        <ul className={classes['people']} aria-label="Colleagues">
          {offered.map((person, index) => (
            <li key={person.memberID}>
              <UnstyledButton
                className={classes['person']}
                data-active={index === active || undefined}
                onClick={() => choose(person)}
              >
                {person.name}
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
