import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { AppError } from '../../kit/errors.ts'

/** A font that the browser painted text with, as its file names it. */
type PaintedFont = { family: string; isCustom: boolean; glyphs: number }

/**
 * Looks at a page from a world of its own: the same document, but none of the page's scripts, so
 * that a page which replaced `getComputedStyle` or `Array.prototype.map` measures nobody but itself.
 */
export type Inspector = {
  /**
   * Runs a self-contained function in the page and returns what it returns, as plain data. Functions
   * it calls travel along in `tools`, under the names it calls them by. With `limitMs` one that
   * does not let go of the page's thread is ended.
   */
  run<Input, Result>(
    script: (input: Input) => Result | Promise<Result>,
    input: Input,
    tools?: Tools,
    limitMs?: number,
  ): Promise<Result>
  /** The fonts of the text in the element that `find` returns; none if there is no such element. */
  fontsOf<Input>(
    find: (input: Input) => object | undefined,
    input: Input,
    tools?: Tools,
  ): Promise<PaintedFont[]>
}

export type Tools = Readonly<Record<string, (...args: never[]) => unknown>>

export const createInspector = async (context: BrowserContext, page: Page): Promise<Inspector> => {
  const session = await context.newCDPSession(page)
  let world: Promise<number> | undefined
  // With its document a world ends; the next look makes a new one.
  page.on('framenavigated', frame => {
    if (frame === page.mainFrame()) world = undefined
  })
  const evaluate = async (expression: string, returnByValue: boolean, limitMs?: number) => {
    world ??= createWorld(session)
    const contextId = await world
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      contextId,
      returnByValue,
      awaitPromise: true,
      ...(limitMs === undefined ? {} : { timeout: limitMs }),
    })
    // A page can get in the way of what we call (`<img name="getAnimations">`): its fault, not ours.
    if (exceptionDetails)
      throw new AppError('page_unsupported', 'The page cannot be measured.', {
        cause: new Error(exceptionDetails.exception?.description ?? exceptionDetails.text),
      })
    return result
  }
  let canTellFonts: Promise<unknown> | undefined
  return {
    run: async (script, input, tools = {}, limitMs) => {
      const { value } = await evaluate(callOf(script, input, tools), true, limitMs)
      return value
    },
    async fontsOf(find, input, tools = {}) {
      canTellFonts ??= enableFonts(session)
      await canTellFonts
      const { objectId } = await evaluate(callOf(find, input, tools), false)
      if (objectId === undefined) return []
      const { nodeId } = await session.send('DOM.requestNode', { objectId })
      const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
      return fonts
        .map(font => ({
          family: font.familyName,
          isCustom: font.isCustomFont,
          glyphs: font.glyphCount,
        }))
        .sort((a, b) => b.glyphs - a.glyphs)
    },
  }
}

const createWorld = async (session: CDPSession): Promise<number> => {
  const { frameTree } = await session.send('Page.getFrameTree')
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'siteray',
  })
  return executionContextId
}

const enableFonts = async (session: CDPSession): Promise<void> => {
  await session.send('DOM.enable')
  await session.send('DOM.getDocument')
  await session.send('CSS.enable')
}

type Source = { toString(): string }

/** Types are stripped in place, so the source of a function is plain JavaScript. */
const callOf = (script: Source, input: unknown, tools: Tools): string => {
  const declared = Object.entries(tools).map(([name, tool]) => `const ${name} = ${tool};`)
  const given = input === undefined ? '' : JSON.stringify(input)
  return `(() => { ${declared.join('\n')}\nreturn (${script})(${given}) })()`
}
