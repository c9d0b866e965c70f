import { Button } from '@mantine/core';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Icon } from '../display/icon.tsx';
import { errorText } from '../feedback/error-text.ts';
import classes from '../feedback/states.module.css';

interface Props {
  /** Name of the failed part for message and report: a plugin or panel. */
  name: string;
  onError?(error: unknown, info: ErrorInfo): void;
  children: ReactNode;
}

/** Contains a rendering failure in its panel; the rest of the screen keeps working. */
export class ErrorBoundaryPanel extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error: error ?? new Error('unknown') };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error(`${this.props.name} failed`, error);
    this.props.onError?.(error, info);
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    return (
      <div className={classes['panel']} role="alert">
        <Icon name="alert" />
        <span>
          {this.props.name} could not be shown. {errorText(this.state.error)}.
        </span>
        <Button variant="default" size="compact-xs" onClick={() => this.setState({ error: undefined })}>
          Try again
        </Button>
      </div>
    );
  }
}
