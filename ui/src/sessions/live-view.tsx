import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import type { Session } from '../../../src/base/sessions/request.ts'
import { Button, Problem } from '../parts/basics.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/fields.tsx'
import { toast } from '../parts/toast.tsx'

/** As the server shows it. */
const size = { width: 1_280, height: 800 }
const minutes = 5

/** A browser of the server, seen and used from here: for second factors and everything steps cannot do. */
export const LiveView = ({ session, onClose }: { session: Session; onClose: () => void }) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  const socket = useRef<WebSocket>(null)
  const [state, setState] = useState<'opening' | 'open' | 'saving'>('opening')
  const [error, setError] = useState<Error>()
  const close = useRef(onClose)
  close.current = onClose
  const { id, name } = session
  useEffect(() => {
    const { protocol, host } = location
    const address = `${protocol.replace('http', 'ws')}//${host}/dashboard/live/sessions/${id}`
    const live = new WebSocket(address)
    live.binaryType = 'blob'
    socket.current = live
    let isOver = false
    live.onmessage = async ({ data }) => {
      if (data instanceof Blob) {
        const picture = await createImageBitmap(data)
        canvas.current?.getContext('2d')?.drawImage(picture, 0, 0, size.width, size.height)
        setState(now => (now === 'opening' ? 'open' : now))
        return
      }
      isOver = true
      const said = JSON.parse(String(data)) as { type: string; error?: string }
      if (said.type !== 'signed-in') return setError(new Error(said.error))
      toast(`Signed in to ${name}.`)
      close.current()
    }
    live.onclose = () => {
      if (!isOver) setError(new Error('The browser could not be opened, or its time is over.'))
    }
    return () => {
      isOver = true
      live.close()
    }
  }, [id, name])

  const send = (message: object) => {
    if (socket.current?.readyState === WebSocket.OPEN) socket.current.send(JSON.stringify(message))
  }
  const point = (event: MouseEvent<HTMLCanvasElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const x = ((event.clientX - box.left) / box.width) * size.width
    const y = ((event.clientY - box.top) / box.height) * size.height
    return { x: Math.max(0, Math.min(size.width, x)), y: Math.max(0, Math.min(size.height, y)) }
  }
  const press = (type: 'down' | 'up') => (event: MouseEvent<HTMLCanvasElement>) => {
    if (type === 'down') event.currentTarget.focus()
    send({ type, ...point(event), button: event.button === 2 ? 'right' : 'left' })
  }
  const key = (event: KeyboardEvent<HTMLCanvasElement>) => {
    const isPaste = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'v'
    // Shift and Tab lead out of the view, as everywhere; a paste comes by itself.
    if (isPaste || modifiers.has(event.key) || (event.key === 'Tab' && event.shiftKey)) return
    event.preventDefault()
    event.stopPropagation()
    // AltGr counts as Control and Alt on some systems, where it only chooses another letter.
    const isShortcut = (event.ctrlKey || event.metaKey) && !event.getModifierState('AltGraph')
    send({ type: 'key', key: (isShortcut ? 'Control+' : '') + event.key })
  }
  return (
    <Dialog title={`Sign in to ${name}`} onClose={onClose} isWide>
      <p className="mb-3 text-soft">
        A browser of this server, for {minutes} minutes. Click into it and type; Shift+Tab leads out
        of it. Choose “I am signed in” when the page shows it.
      </p>
      <Problem error={error} />
      {state === 'opening' && !error && <p role="status">Opening the browser…</p>}
      <div className="overflow-x-auto">
        {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: it is a whole browser, and keys are its own */}
        <canvas
          ref={canvas}
          {...size}
          tabIndex={0}
          role="application"
          aria-label={`Browser, signing in to ${name}`}
          className="w-full min-w-160 rounded-md border bg-page"
          onMouseDown={press('down')}
          onMouseUp={press('up')}
          onMouseMove={event => event.buttons > 0 && send({ type: 'move', ...point(event) })}
          onContextMenu={event => event.preventDefault()}
          onWheel={({ deltaX, deltaY }) => send({ type: 'wheel', deltaX, deltaY })}
          onKeyDown={key}
          onPaste={event => send({ type: 'text', text: event.clipboardData.getData('text') })}
        />
      </div>
      <TouchKeyboard send={send} />
      <div className="mt-4 flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="main"
          disabled={state !== 'open' || error !== undefined}
          onClick={() => {
            setState('saving')
            send({ type: 'done' })
          }}
        >
          I am signed in
        </Button>
      </div>
    </Dialog>
  )
}

/** A screen's own keyboard opens for a field only, and a picture is none. */
const TouchKeyboard = ({ send }: { send: (message: object) => void }) => {
  const [text, setText] = useState('')
  const type = () => {
    send({ type: 'text', text })
    setText('')
  }
  return (
    <div className="mt-3 hidden flex-col gap-2 pointer-coarse:flex">
      <Field
        label="Text for the page"
        hint="Tap a field of the page, then type here."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={5_000}
        value={text}
        onChange={setText}
      />
      <div className="flex gap-2">
        <Button disabled={text === ''} onClick={type}>
          Type
        </Button>
        {['Backspace', 'Tab', 'Enter'].map(key => (
          <Button key={key} onClick={() => send({ type: 'key', key })}>
            {key}
          </Button>
        ))}
      </div>
    </div>
  )
}

const modifiers = new Set(['Shift', 'Control', 'Alt', 'Meta', 'CapsLock'])
