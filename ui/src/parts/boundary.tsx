import { Component, type ReactNode } from 'react'
import { Refusal } from '../api/refusal.ts'
import { Button, Card } from './basics.tsx'

type Props = {
  /** Another place is another chance. */
  place: string
  /** There is nothing around it. */
  isWhole?: boolean
  children: ReactNode
}
type State = { place: string; error: Error | undefined }

/** Holds what a page throws while it is drawn, so that everything around it lives on. */
export class Boundary extends Component<Props, State> {
  override state: State = { place: this.props.place, error: undefined }

  static getDerivedStateFromError(thrown: unknown): Partial<State> {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) }
  }

  static getDerivedStateFromProps({ place }: Props, state: State): Partial<State> | null {
    return place === state.place ? null : { place, error: undefined }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (!error) return this.props.children
    const broken = <Broken error={error} onRetry={() => this.setState({ error: undefined })} />
    return this.props.isWhole ? <main className="p-8">{broken}</main> : broken
  }
}

/** A part of the page that is loaded when it is first needed: after an upgrade it has another name. */
const isOutdated = ({ message }: Error) =>
  /dynamically imported module|module script failed/i.test(message)

const Broken = ({ error, onRetry }: { error: Error; onRetry: () => void }) => {
  if (isOutdated(error))
    return (
      <Card title="There is a newer version">
        <p className="mb-4">The server was upgraded while this page was open.</p>
        <Button look="main" onClick={() => location.reload()}>
          Reload
        </Button>
      </Card>
    )
  const id = error instanceof Refusal ? error.requestId : undefined
  return (
    <Card title="This page could not be shown">
      <div role="alert" className="mb-4 flex flex-col gap-2">
        <p>Something went wrong while drawing this page. Nothing you saved is lost.</p>
        <p className="text-soft">
          <code className="break-words font-mono text-xs">{error.message}</code>
        </p>
        {id && (
          <p className="text-soft">
            In the server’s log: <code className="font-mono text-xs">{id}</code>
          </p>
        )}
      </div>
      <Button look="main" onClick={onRetry}>
        Try again
      </Button>
    </Card>
  )
}
