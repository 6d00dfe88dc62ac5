import { Component, type ReactNode } from 'react';
import { Failure } from './states.js';

interface PanelProps {
  /** Name of the region for readers of screens. */
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A region of the page that may crash alone: the others stay as they are, and it can be drawn again. */
export class Panel extends Component<PanelProps, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { label, className, children } = this.props;
    return (
      <section aria-label={label} className={className === undefined ? 'panel' : `panel ${className}`}>
        {this.state.error === null ? (
          children
        ) : (
          <Failure error={this.state.error} onRetry={() => this.setState({ error: null })} />
        )}
      </section>
    );
  }
}
