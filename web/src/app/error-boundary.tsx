import { Component, type ReactNode } from 'react';
import { Failure } from './failure.tsx';

/** Keeps a page that throws from taking the rest with it. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    return this.state.error === undefined ? this.props.children : <Failure error={this.state.error} onAgain={() => this.setState({ error: undefined })} />;
  }
}
