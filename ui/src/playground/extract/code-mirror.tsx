import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { json, jsonParseLinter } from '@codemirror/lang-json'
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language'
import { type Diagnostic, linter, lintGutter } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useRef } from 'react'

/**
 * A JSON editor. It has its own text from the beginning on and only tells of changes: a value that
 * came back a moment late would undo what was typed meanwhile. It stands in a shadow root because it
 * brings its own styles: there they are constructed style sheets, which our Content-Security-Policy
 * allows without being any wider.
 */
export const CodeMirror = ({
  label,
  initial,
  onChange,
}: {
  label: string
  initial: string
  onChange: (value: string) => void
}) => {
  const host = useRef<HTMLDivElement>(null)
  const latest = useRef(onChange)
  latest.current = onChange
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened once
  useEffect(() => {
    if (!host.current) return
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' })
    const opened = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: initial,
        extensions: [...extensions(label), tell(text => latest.current(text))],
      }),
    })
    return () => opened.destroy()
  }, [])
  return <div ref={host} className="overflow-hidden rounded-md border bg-page" />
}

const tell = (onChange: (text: string) => void) =>
  EditorView.updateListener.of(update => {
    if (update.docChanged) onChange(update.state.doc.toString())
  })

const extensions = (label: string) => [
  lineNumbers(),
  lintGutter(),
  history(),
  indentOnInput(),
  bracketMatching(),
  json(),
  linter(where),
  syntaxHighlighting(colors),
  // Escape, then Tab, leaves the editor: CodeMirror's own rule for the keyboard.
  keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
  EditorView.lineWrapping,
  EditorView.contentAttributes.of({ 'aria-label': label }),
  look,
]

/** An empty editor is not wrong, only empty. */
const where = (view: EditorView): Diagnostic[] =>
  view.state.doc.toString().trim() === '' ? [] : jsonParseLinter()(view)

/** The page's own colors: custom properties reach into a shadow root. */
const look = EditorView.theme({
  '&': { fontSize: '12px', color: 'var(--ink)', backgroundColor: 'var(--page)' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': {
    fontFamily: 'ui-monospace, "SF Mono", Menlo, monospace',
    minHeight: '16rem',
    maxHeight: '28rem',
    overflow: 'auto',
  },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--page)', color: 'var(--soft)', border: 'none' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground, ::selection': {
    backgroundColor: 'var(--hover)',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--card)',
    color: 'var(--ink)',
    border: '1px solid var(--line)',
  },
})

const colors = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
])
