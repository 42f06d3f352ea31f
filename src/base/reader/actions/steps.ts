/// <reference lib="dom" />
import { setTimeout as pause } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { AppError } from '../../../kit/errors.ts'
import { screenshotOfPage, screenshotOfView } from '../../web/screenshot.ts'
import type { Visit } from '../../web/visit.ts'
import type { Action, ActionType } from './request.ts'
import { runScript } from './script.ts'

/** What a step works with. */
export type Hands = {
  visit: Visit
  /** Until the page is loaded and still, or the time is over. */
  rest: (limitMs: number) => Promise<void>
  signal: AbortSignal
  limitMs: number
  /** Takes a picture for the answer. */
  keep: (image: Buffer) => void
}

type Step<Type extends ActionType> = (
  hands: Hands,
  action: Extract<Action, { type: Type }>,
) => Promise<unknown>

const steps: { [Type in ActionType]: Step<Type> } = {
  wait: ({ visit, signal, limitMs }, { selector, milliseconds }) =>
    selector === undefined
      ? pause(milliseconds, undefined, { signal })
      : visibleIn(visit.page, selector).first().waitFor({ timeout: limitMs }),

  async click({ visit, limitMs }, { selector, all }) {
    const found = visibleIn(visit.page, selector)
    if (all) return clickAll(found, limitMs)
    return found.first().click({ timeout: limitMs })
  },

  async write({ visit, limitMs }, { text, selector }) {
    if (selector !== undefined)
      return visibleIn(visit.page, selector).first().fill(text, { timeout: limitMs })
    if (!(await visit.page.evaluate(hasFocus)))
      throw new AppError('action_failed', 'no field has the focus: click one first, or name it.')
    return visit.page.keyboard.type(text)
  },

  press: ({ visit }, { key }) => visit.page.keyboard.press(key),

  scroll: ({ visit, limitMs }, { direction, selector }) =>
    visibleIn(visit.page, selector ?? ':root')
      .first()
      .evaluate(scroll, direction, { timeout: limitMs }),

  async screenshot({ visit, rest, keep }, { fullPage }) {
    await rest(maxRestMs)
    keep(
      await visit.read(async page =>
        fullPage ? (await screenshotOfPage(page)).image : screenshotOfView(page),
      ),
    )
  },

  async select({ visit, limitMs }, { selector, value }) {
    await visibleIn(visit.page, selector).first().selectOption(value, { timeout: limitMs })
  },

  script: ({ visit, limitMs }, { script }) => runScript(visit, script, limitMs),
}

/** What the step gives back, if anything. */
export const takeStep = (hands: Hands, action: Action): Promise<unknown> =>
  (steps[action.type] as Step<ActionType>)(hands, action as never)

/** A picture of a page that is never still is taken anyway. */
const maxRestMs = 3_000

const maxClicks = 100

/** Pages often hold the same button twice, for screens of another size. */
const visibleIn = (page: Page, selector: string): Locator =>
  page.locator(`css=${selector}`).filter({ visible: true })

/** Those that are there now: what a click brings or takes away is not waited for. */
const clickAll = async (found: Locator, limitMs: number): Promise<number> => {
  await found.first().waitFor({ timeout: limitMs })
  const elements = await found.elementHandles()
  if (elements.length > maxClicks)
    throw new AppError('action_failed', `more than ${maxClicks} elements match it.`)
  let clicks = 0
  for (const element of elements) {
    if (!(await element.isVisible())) continue
    await element.click({ timeout: limitMs })
    clicks++
  }
  return clicks
}

/** These two run in the page, and are self-contained: nothing of this module exists there. */
const hasFocus = (): boolean =>
  document.body.isContentEditable ||
  (document.activeElement !== null && document.activeElement !== document.body)

const scroll = (element: Element, direction: 'down' | 'up' | 'bottom' | 'top'): void => {
  const stepPx = element === document.documentElement ? innerHeight : element.clientHeight
  const top = {
    down: element.scrollTop + stepPx,
    up: element.scrollTop - stepPx,
    bottom: element.scrollHeight,
    top: 0,
  }[direction]
  element.scrollTo({ top, behavior: 'instant' })
}
