import { codeAt } from '../../kit/code-at.ts'

/**
 * The rules of a sheet that hide, and the selectors of those that show; of those that change no more
 * than the opacity in a list of their own, since nothing that is gone comes back by it.
 */
export type RelevantRules = {
  hiding: string
  shown: string[]
  /** Of those, the ones that say that it is `!important`. */
  forced: string[]
  /** And the ones that set `visibility`. */
  visible: string[]
  faded: string[]
}

/**
 * What a sheet says of hiding, without the rest of it: most of it is about other things, and to
 * read it whole takes half as long as to read the page.
 */
export const relevantRules = (css: string): RelevantRules => sift(css, isOfHiding)

/** Both those that hide and those that show, in their order and places. */
export const rulesOfSight = (css: string): string =>
  sift(css, text => mayShow.test(text) || text.includes('@layer')).hiding

const sift = (css: string, isRead: typeof isOfHiding): RelevantRules => {
  const kept: string[] = []
  const shown: string[] = []
  const forced: string[] = []
  const visible: string[] = []
  const faded: string[] = []
  const noteShown = (text: string, head: string) => {
    const list = mayBringBack.test(text) ? shown : faded
    list.push(head)
    if (important.test(text)) forced.push(head)
    if (visibleAgain.test(text)) visible.push(head)
  }
  // Rules inside rules are shown by the names around them too: those are read with their places.
  const isNested = css.includes('&')
  // Where the text that is not yet decided begins, and the last brace in it that opens a block.
  let start = 0
  let open = -1
  // The heads of the blocks around it.
  const around: string[] = []
  const { length } = css
  for (let index = 0; index < length; index++) {
    const code = codeAt(css, index)
    // Nearly all characters are letters and digits, which mean nothing here.
    if (code > lastQuote && code < openingBrace && code !== slash) continue
    if (code === openingBrace) {
      if (open >= 0) {
        around.push(css.slice(start, open))
        kept.push(css.slice(start, open + 1))
        start = open + 1
      }
      open = index
    } else if (code === closingBrace) {
      const text = css.slice(start, index + 1)
      if (open < 0) around.pop()
      if (open < 0 || isRead(text, open - start, around, isNested)) kept.push(text)
      else if (isShown(text, around)) noteShown(text, css.slice(start, open))
      start = index + 1
      open = -1
    } else index = endOfUnread(css, code, index) - 1
  }
  kept.push(css.slice(start))
  return { hiding: kept.join(''), shown, forced, visible, faded }
}

/** With its place: what hides, and what shows where a rule that hides may stand before it. */
const isOfHiding = (text: string, open: number, around: readonly string[], isNested: boolean) =>
  mayShow.test(text)
    ? mayHide(text) || isNested || around.some(isWideWindow)
    : mayHideOtherwise(declarationsIn(text, open))

/** Names say nothing; but inside a rule, declarations of the outer one may stand before them. */
const declarationsIn = (text: string, open: number): string =>
  text.lastIndexOf(';', open) < 0 ? text.slice(open) : text

const isShown = (text: string, around: readonly string[]): boolean =>
  mayShow.test(text) && !around.some(isForNobody)

/** What is shown on paper or in old browsers alone is not shown. */
export const isForNobody = (head: string): boolean =>
  isForPaper(head) || isForOldBrowsers(head) || isNoWindow(head)

const [doubleQuote, lastQuote, asterisk, slash] = [34, 39, 42, 47]
const [openingBrace, closingBrace, backslash, lineFeed] = [123, 125, 92, 10]

/** Behind the string or the comment that begins there, else behind the one character. */
const endOfUnread = (css: string, code: number, at: number): number => {
  if (code === doubleQuote || code === lastQuote) return endOfString(css, code, at + 1)
  const isComment = code === slash && codeAt(css, at + 1) === asterisk
  return isComment ? after(css, '*/', at + 2) : at + 1
}

const after = (css: string, text: string, from: number): number => {
  const at = css.indexOf(text, from)
  return at < 0 ? css.length : at + text.length
}

/** Behind the closing mark; a line break ends a string that was never closed. */
const endOfString = (css: string, mark: number, from: number): number => {
  const { length } = css
  for (let at = from; at < length; at++) {
    const code = codeAt(css, at)
    if (code === backslash) at++
    else if (code === mark || code === lineFeed) return at + 1
  }
  return length
}

const important = /!\s{0,9}important/i
const visibleAgain = /visibility\s{0,9}:\s{0,9}visible/i
const mayShow = /display|visibility|opacity/i
const mayBringBack = /display|visibility/i

/** Rules for the windows of larger screens, as "(min-width: 64rem)" or "(width >= 1024px)". */
export const isWideWindow = (prelude: string): boolean => {
  const [, size, unit = ''] = widthFrom.exec(prelude) ?? []
  if (size === undefined || /print|speech|not|max-|</i.test(prelude)) return false
  return Number(size) * (unit.toLowerCase() === 'px' ? 1 : pxOfEm) <= maxWindowPx
}
const widthFrom = /(?:min-width\s{0,9}:|width\s{0,9}>=?)\s{0,9}(\d{1,5}(?:\.\d{1,5})?)(px|r?em)/i
const pxOfEm = 16
const maxWindowPx = 1440

/** No screen is so wide, or so narrow. */
const isNoWindow = (head: string): boolean => {
  const [, bound, size = '0', unit = ''] = widthBound.exec(head) ?? []
  if (bound === undefined || !/@media\b/i.test(head)) return false
  if (/,|\bnot\b|\bor\b/i.test(head)) return false
  const px = Number(size) * (unit.toLowerCase() === 'px' ? 1 : pxOfEm)
  return bound.toLowerCase() === 'min' ? px > widestPx : px < 200
}
const widthBound = /\((min|max)-width\s{0,9}:\s{0,9}(\d{1,6}(?:\.\d{1,5})?)(px|r?em)/i
const widestPx = 3_840

/** Another medium behind a comma is shown too. */
const isForPaper = (prelude: string): boolean =>
  /@media\s{1,9}(?:only\s{1,9})?(?:print|speech)\b/i.test(prelude) && !prelude.includes(',')

/** Whoever lacks something that is asked for is not reading. */
const isForOldBrowsers = (prelude: string): boolean => /@supports\s{1,9}not\b/i.test(prelude)

/** No screen is narrower. */
export const isEveryWindow = (prelude: string): boolean => {
  const [, size, unit = ''] = widthFrom.exec(prelude) ?? []
  if (size === undefined || (prelude.match(/\band\b|,/gi)?.length ?? 0) > 1) return false
  const px = Number(size) * (unit.toLowerCase() === 'px' ? 1 : pxOfEm)
  return isWideWindow(prelude) && px <= narrowestPx
}
const narrowestPx = 320

/** Whether it may take text out of sight: by a value, or by a color upon the same background. */
export const mayHide = (css: string): boolean =>
  hiding.test(css) ||
  farOff.test(css) ||
  goneOrClear.test(css) ||
  reckoned.test(css) ||
  (background.test(css) && color.test(css))

/** The same of what says nothing of `display`, `visibility` and `opacity`. */
const mayHideOtherwise = (css: string): boolean =>
  hiding.test(css) ||
  farOff.test(css) ||
  named.test(css) ||
  (letterColor.test(css) && (clear.test(css) || (background.test(css) && color.test(css))))

/** An escape may spell any of them. */
const hiding =
  /hidden|clip|scale|zoom|overflow[-xy]{0,2}\s{0,9}:\s{0,9}(?:auto|scroll)|-\d{3}|(?:font|size)[^;}]{0,40}:\s{0,9}[0-3](?:\D|$)|\\/i
/** A matrix, or a place beyond the window. */
const farOff = /matrix|(?:left|right|end|bottom)\s{0,9}:\s{0,9}[1-9]\d{2}|\((?:9\d{3}|\d{5})/i
/** What only says so once a variable or a sum is known. */
const reckoned =
  /(?:display|visibility|opacity|font-size|indent|(?<!-)(?:left|right|width|height))\s{0,9}:\s{0,9}(?:var|calc|min|max|clamp)\(/i
const named = /(?:font-size|indent|(?<![\w-])(?:left|right|top|height|scale))\s{0,9}:\s{0,9}var\(/i
const goneOrClear = /\bnone\b|collapse|opacity\W{0,3}[0.]|transparent|rgba|hsla/i
const clear = /transparent|rgba|hsla/i
const letterColor = /(?<![\w-])color|fill-color/i
const background = /background/i
const color = /(?<!-)color\s{0,9}:/i
