import { Component, type ReactNode } from "react"
import { FailedScreen } from "./FailedScreen.tsx"

interface FailureBoundaryProps {
  readonly children: ReactNode
}

interface FailureBoundaryState {
  readonly failed: boolean
  readonly error: unknown
}

/** Error boundary that shows the error page (000 §2). */
export class FailureBoundary extends Component<FailureBoundaryProps, FailureBoundaryState> {
  override state: FailureBoundaryState = { failed: false, error: null }

  static getDerivedStateFromError(error: unknown): FailureBoundaryState {
    return { failed: true, error }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return <FailedScreen error={this.state.error} reset={() => this.setState({ failed: false, error: null })} />
  }
}
