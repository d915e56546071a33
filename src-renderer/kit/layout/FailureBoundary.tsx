import { Component, type ReactNode } from 'react'
import { kitStrings as words } from '../strings'
import { Strip } from './Strip'
import controls from '../controls.module.css'

interface Props {
  /** Identifies the content. A change resets the boundary. */
  readonly of?: unknown
  /** Shown in place of failed content; by default an error with a reload button. */
  readonly instead?: ReactNode
  readonly children: ReactNode
}

interface State {
  readonly of: unknown
  readonly message: string | null
}

/**
 * Shows a render error of the window, or of a part of it, instead of an empty page. The episode is not affected,
 * because it runs in the host.
 */
export class FailureBoundary extends Component<Props, State> {
  override state: State = { of: this.props.of, message: null }

  static getDerivedStateFromProps({ of }: Props, state: State): State | null {
    return of === state.of ? null : { of, message: null }
  }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { message: error instanceof Error ? error.message : String(error) }
  }

  override render() {
    const { children, instead } = this.props
    if (this.state.message === null) return children
    if (instead !== undefined) return instead
    return (
      <Strip text={words.windowFailed(this.state.message)}>
        <button type="button" className={controls.button} onClick={() => location.reload()}>
          {words.reloadWindow}
        </button>
      </Strip>
    )
  }
}
