import { parseJson } from '../../kit/parse-json.ts'
/**
 * The JSON value in what a model wrote: the text itself, the inside of a code fence, or the first
 * object or array in prose. Undefined when there is none that is whole. What a model thinks aloud
 * before its answer may hold drafts of it, which are not the answer.
 */
export const readJson = (text: string): unknown => {
  const answer = afterThoughts(text).trim()
  const whole = parse(answer)
  // Some wrap their JSON into a string of JSON.
  if (typeof whole === 'string') return parse(whole)
  if (whole !== undefined) return whole
  const isFenced = /^```(?:json)?\s/.test(answer) && answer.endsWith('```')
  const fenced = isFenced ? parse(answer.slice(3, -3).replace(/^json/, '')) : undefined
  return fenced ?? inProse(answer)
}

/** From its first bracket on, what a model wrote of an answer that was cut off. */
export const unfinishedJson = (text: string): string =>
  /[{[][\s\S]*/.exec(afterThoughts(text))?.[0] ?? ''

/**
 * Chat templates often open a model's thoughts in the prompt, so that only their end is in what it
 * writes. An answer that is JSON from the start has none, whatever its values say.
 */
const afterThoughts = (text: string): string => {
  if (/^\s*(?:```|\{|\[(?!THINK\]))/i.test(text)) return text
  const end = /<\/(?:think|thinking|thought|thoughts|reasoning)>|\[\/THINK\]/i.exec(text)
  return end ? text.slice(end.index + end[0].length) : text
}

/**
 * Braces in prose may hold other things first, and figures in brackets are the numbers of lines that
 * it speaks of, unless there is nothing else. What is not closed is an answer cut off, and what
 * stands inside of one that is broken is only a part of it.
 */
const inProse = (text: string): unknown => {
  const opening = /[{[]/g
  let figures: unknown
  for (let tried = 0; tried < maxCandidates; tried++) {
    const found = opening.exec(text)
    const candidate = found ? balanced(text, found.index) : undefined
    if (!found || candidate === undefined) break
    const value = parse(candidate)
    if (isFigures(value)) figures ??= value
    else if (value !== undefined) return value
    opening.lastIndex = found.index + candidate.length
  }
  return figures
}

const isFigures = (value: unknown): boolean =>
  Array.isArray(value) && value.every(one => typeof one === 'number')

/** A text that is nothing but braces must not hold the process up. */
const maxCandidates = 20

const parse = (text: string): unknown => (isTooDeep(text) ? undefined : parseJson(text))

/** No form is so deep; whatever walks the value later must not run out of stack. */
const maxDepth = 200

export const isTooDeep = (text: string): boolean => {
  for (const { depth } of bracketsIn(text, 0)) if (depth > maxDepth) return true
  return false
}

/** From an opening bracket to the one that closes it. */
const balanced = (text: string, start: number): string | undefined => {
  for (const { at, depth } of bracketsIn(text, start))
    if (depth === 0) return text.slice(start, at + 1)
  return undefined
}

/** The brackets outside of strings, with how many are open behind each. */
function* bracketsIn(text: string, start: number): Generator<{ at: number; depth: number }> {
  let depth = 0
  let inString = false
  for (let at = start; at < text.length; at++) {
    const char = text[at]
    if (inString) {
      if (char === '\\') at++
      else if (char === '"') inString = false
    } else if (char === '"') inString = true
    else if (char === '{' || char === '[') yield { at, depth: ++depth }
    else if (char === '}' || char === ']') yield { at, depth: --depth }
  }
}
