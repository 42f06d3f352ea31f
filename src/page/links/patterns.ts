import { RE2JS, RE2JSException } from 're2js'
import { decodeSafely } from '../../kit/decode-safely.ts'
import { invalidRequest } from '../../kit/errors.ts'
import { createGlob } from './glob.ts'
import { plainEscapes } from './url-key.ts'

/** Whether a path with its query fits. */
export type Pattern = (pathAndQuery: string) => boolean

export const maxPatterns = 100
export const maxPatternLength = 500

/**
 * A caller's patterns: globs on the whole of path and query (`*` anything but `/`, `**` anything),
 * or, after `re:`, an RE2 expression that may be found anywhere. None of them can take long: RE2
 * never steps back. Throws a 400 that names the pattern.
 */
export const compilePatterns = (sources: readonly string[]): Pattern => {
  if (sources.length > maxPatterns)
    throw invalidRequest(`At most ${maxPatterns} patterns are allowed in a list.`)
  if (sources.length === 0) return () => false
  for (const source of sources) checkPattern(source)
  const globs = sources.filter(source => !isExpression(source)).map(globOf)
  const expressions = sources.filter(isExpression).map(expressionOf)
  // All as one, as a list then costs little more than a pattern. But `\Q` may quote all that follows.
  const quoting = expressions.filter(expression => expression.includes('\\Q'))
  const others = expressions.filter(expression => !expression.includes('\\Q'))
  const union = others.map(expression => `(?:${expression})`).join('|')
  const compiled = [...(others.length > 0 ? [union] : []), ...quoting].map(text =>
    RE2JS.compile(text),
  )
  return pathAndQuery =>
    globs.some(fits => fits(pathAndQuery)) ||
    (compiled.length > 0 &&
      readingsOf(pathAndQuery).some(text => compiled.some(expression => expression.test(text))))
}

const checkPattern = (source: string): void => {
  if (source.length > maxPatternLength)
    throw bad(source, `is longer than ${maxPatternLength} characters`)
  if (source === '' || source === 're:') throw bad(source, 'is empty')
}

const isExpression = (source: string): boolean => source.startsWith('re:')

/** As RE2 has it. */
const expressionOf = (source: string): string => {
  // `(?:a?){400}a{400}` is linear too, but for thousands of links even that is long.
  if (compileExpression(source).programSize() > maxInstructions)
    throw bad(source, 'repeats too much')
  return source.slice(3)
}

const maxInstructions = 1_000

const compileExpression = (source: string): RE2JS => {
  try {
    return RE2JS.compile(source.slice(3))
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    throw bad(source, `is not an RE2 expression (${error.message.slice(0, 200)})`)
  }
}

export const globOf = (source: string): Pattern => {
  if (!/^[/*]/.test(source)) throw bad(source, 'matches no path: it must start with "/" or "*"')
  const fits = createGlob(plainEscapes(encoded(source)))
  // Sites write `%e6` where browsers write `%E6`: the same octets are the same path.
  return pathAndQuery => fits(plainEscapes(pathAndQuery))
}

/** An expression may name escapes as they are written, or the letters that they stand for. */
const readingsOf = (pathAndQuery: string): string[] => {
  const letters = pathAndQuery.replace(/(?:%[89a-f][\da-f])+/gi, decodeSafely)
  return letters === pathAndQuery ? [pathAndQuery] : [pathAndQuery, letters]
}

/** As a URL has it. */
const encoded = (text: string): string =>
  text.replace(/[^\x21-\x7e]+/g, part => encodeURIComponent(part.toWellFormed()))

const bad = (source: string, why: string) =>
  invalidRequest(`The pattern "${source.slice(0, 100)}" ${why}.`)
