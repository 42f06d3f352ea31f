import type { Page } from 'playwright-core'
import { within } from '../../kit/deadline.ts'
import { AppError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import type { SessionRef } from '../reader/session-ref.ts'
import type { Browsers } from '../web/browser.ts'
import type { Visit } from '../web/visit.ts'
import { leaseSeconds, whileLeased } from './lease.ts'
import { openContent, sealContent } from './sealed-content.ts'
import { findSession, type SessionDeps } from './sessions.ts'
import { isTooLarge, stateWithin, tooLarge } from './state.ts'
import { sessionStore } from './store.ts'

/** What a person does with the page, in its own pixels. */
export type HandInput =
  | { type: 'move' | 'down' | 'up'; x: number; y: number; button?: 'left' | 'right' }
  | { type: 'wheel'; deltaX: number; deltaY: number }
  | { type: 'key'; key: string }
  | { type: 'text'; text: string }

/** The person at the other end. */
export type Hand = {
  /** A JPEG of the page; the next one comes when this one is on its way. */
  show(frame: Buffer): Promise<void>
  /** From now on, what the person does goes there. */
  listen(take: (input: HandInput) => void): void
  /** Resolves when the person says that they are signed in. */
  done: Promise<void>
}

export const viewSize = { width: 1_280, height: 800 }
const viewMs = 5 * 60_000
const openMs = 30_000
/** A page that does not take a key in this time gets the next one. */
const actMs = 2_000
const maxWaiting = 500

type HandDeps = Omit<SessionDeps, 'browsers'> & { browsers: Pick<Browsers, 'withPage'> }

/**
 * One browser for one person and five minutes, because second factors exist. What it holds when
 * they are done becomes the session; nothing of what they typed is kept or logged.
 */
export const signInByHand = async (
  deps: HandDeps,
  ref: SessionRef,
  hand: Hand,
  signal: AbortSignal,
  limitMs = viewMs,
): Promise<void> => {
  const row = await findSession(deps.sql, ref)
  const before = openContent(deps.vault, row)
  const { login, state } = before
  const lease = newId('lease')
  const asked = { generation: row.generation, lease, seconds: leaseSeconds }
  if (!(await sessionStore.lease(deps.sql, ref, asked)))
    throw new AppError('session_busy', undefined, { retryAfterSeconds: 5 })
  const url = login?.url ?? `https://${row.hosts[0]?.replace(/^\*\./, '')}/`
  const options = {
    ...{ timeoutMs: limitMs, maxBytes: 200_000_000, viewport: viewSize },
    storageState: stateWithin(state, row.hosts, Date.now()),
  }
  const startedMs = performance.now()
  try {
    const take = async (visit: Visit) => {
      await showScreen(visit, hand)
      await visit.open(url, { timeoutMs: openMs, waitUntil: 'commit' })
      hand.listen(inOrder(input => act(visit.page, input)))
      await hand.done
      return visit.storageState()
    }
    const held = await whileLeased(deps.sql, ref, lease, () =>
      deps.browsers.withPage(options, signal, take),
    )
    const content = { ...before, state: stateWithin(held, row.hosts, Date.now()) }
    if (content.state.cookies.length + content.state.origins.length === 0)
      throw new AppError(
        'login_failed',
        `The browser has no cookies and no local storage of ${row.hosts.join(', ')}.`,
      )
    if (isTooLarge(content.state)) throw new AppError('login_failed', tooLarge)
    const sealed = sealContent(deps.vault, ref.id, content)
    await sessionStore.signedIn(deps.sql, ref, { lease, sealed })
  } catch (error) {
    throw performance.now() - startedMs < limitMs || signal.aborted ? error : timeIsOver()
  } finally {
    await sessionStore.release(deps.sql, ref, lease)
  }
}

const timeIsOver = () =>
  new AppError('login_failed', 'The time for signing in by hand is over. Open the browser again.')

const showScreen = async ({ page }: Visit, hand: Hand): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    hand
      .show(Buffer.from(data, 'base64'))
      .then(() => session.send('Page.screencastFrameAck', { sessionId }))
      .catch(() => {})
  })
  const size = { maxWidth: viewSize.width, maxHeight: viewSize.height }
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 60, ...size })
}

/** One after the other: a key must not come while those of a shortcut are still down. */
const inOrder = (take: (input: HandInput) => Promise<void>) => {
  let last = Promise.resolve()
  let waiting = 0
  return (input: HandInput): void => {
    if (waiting >= maxWaiting) return
    waiting++
    last = last
      .then(() => within(actMs, take(input)))
      .catch(() => {})
      .finally(() => waiting--)
  }
}

/** A page that is just leaving, or a key that has no name, is not worth a word. */
const act = async ({ mouse, keyboard }: Page, input: HandInput): Promise<void> => {
  // A letter may have no key of its own: `type` writes what it cannot press.
  if (input.type === 'key')
    return [...input.key].length === 1 ? keyboard.type(input.key) : keyboard.press(input.key)
  if (input.type === 'text') return keyboard.insertText(input.text)
  if (input.type === 'wheel') return mouse.wheel(input.deltaX, input.deltaY)
  await mouse.move(input.x, input.y)
  const { button = 'left' } = input
  if (input.type === 'down') await mouse.down({ button })
  if (input.type === 'up') await mouse.up({ button })
}
