import { RE2JS, RE2JSException } from 're2js'
import { AppError } from '../../kit/errors.ts'

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
    throw new AppError('invalid_request', `At most ${maxPatterns} patterns are allowed in a list.`)
  if (sources.length === 0) return () => false
  const expressions = sources.map(expressionOf)
  // All as one, as a list then costs little more than a pattern. But `\Q` may quote all that follows.
  const quoting = expressions.filter(expression => expression.includes('\\Q'))
  const others = expressions.filter(expression => !expression.includes('\\Q'))
  const union = others.map(expression => `(?:${expression})`).join('|')
  const compiled = [...(others.length > 0 ? [union] : []), ...quoting].map(text =>
    RE2JS.compile(text),
  )
  return pathAndQuery => compiled.some(expression => expression.test(pathAndQuery))
}

/** As RE2 has it. */
const expressionOf = (source: string): string => {
  if (source.length > maxPatternLength)
    throw bad(source, `is longer than ${maxPatternLength} characters`)
  if (source === '' || source === 're:') throw bad(source, 'is empty')
  if (!source.startsWith('re:')) return globExpression(source)
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
    throw bad(source, `is no RE2 expression (${error.message.slice(0, 200)})`)
  }
}

const globExpression = (source: string): string => {
  if (!/^[/*]/.test(source))
    throw bad(source, 'fits no path, for it starts with neither "/" nor "*"')
  const parts = source.match(/\*{2,}|\*|[^*]+/g) ?? []
  const text = parts.map(
    part => wild[part] ?? (part.startsWith('*') ? wild['**'] : RE2JS.quote(encoded(part))),
  )
  return `^${text.join('')}$`
}

const wild: Record<string, string> = { '*': '[^/]*', '**': '(?s:.*)' }

/** As a URL has it. */
const encoded = (text: string): string =>
  text.replace(/[^\x21-\x7e]+/g, part => encodeURIComponent(part.toWellFormed()))

const bad = (source: string, why: string) =>
  new AppError('invalid_request', `The pattern "${source.slice(0, 100)}" ${why}.`)
