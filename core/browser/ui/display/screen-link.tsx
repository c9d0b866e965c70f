import { Anchor, type AnchorProps, Button, type ButtonProps, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useCanOpen } from '../../screens/session.tsx';

export interface LinkButtonProps extends ButtonProps {
  /** Path of the screen. */
  to: string;
  children: ReactNode;
}

/** A button that leads to a screen; nothing for people who may not open it. */
export function LinkButton(props: LinkButtonProps) {
  const canOpen = useCanOpen();
  return canOpen(props.to) ? <Button component={Link} {...props} /> : null;
}

export interface LinkTextProps extends AnchorProps {
  /** Path of the screen. */
  to: string;
  tabIndex?: number | undefined;
  children: ReactNode;
}

/** A link to a screen; plain text for people who may not open it. */
export function LinkText(props: LinkTextProps) {
  const canOpen = useCanOpen();
  if (canOpen(props.to)) return <Anchor component={Link} {...props} />;
  const { to: _to, tabIndex: _tabIndex, underline: _underline, ...rest } = props;
  return <Text component="span" {...rest} />;
}
