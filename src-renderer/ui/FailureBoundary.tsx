import { Component, type ReactNode } from 'react'
import controls from './controls.module.css'
import { Strip } from './Strip'
import { strings } from './strings'

/** A fault of the window itself: said instead of shown as an empty page. The episode is not affected, for it runs in the host. */
export class FailureBoundary extends Component<{ readonly children: ReactNode }, { readonly message: string | null }> {
  override state: { readonly message: string | null } = { message: null }

  static getDerivedStateFromError(error: unknown) {
    return { message: error instanceof Error ? error.message : String(error) }
  }

  override render() {
    if (this.state.message === null) return this.props.children
    return (
      <Strip text={`${strings.failure.title}: ${this.state.message}`}>
        <button type="button" className={controls.button} onClick={() => location.reload()}>{strings.failure.reload}</button>
      </Strip>
    )
  }
}
