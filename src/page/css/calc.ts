import { closing } from './variables.ts'

/**
 * `calc()`, `min()`, `max()` and `clamp()` inside a value, worked out where they are plain
 * arithmetic: themes that keep hue, saturation and lightness apart compute their colors so. What
 * cannot be worked out here (mixed lengths) stays as it is.
 */
export const workOut = (text: string): string => {
  let value = text
  for (let round = 0; round < maxRounds; round++) {
    // The innermost first: none follows the last one before its parenthesis closes.
    const starts = [...value.matchAll(/(?<![\w-])(calc|min|max|clamp)\(/gi)]
    const last = starts.at(-1)
    if (!last) return value
    const open = last.index + last[0].length - 1
    const end = closing(value, open)
    const result = end < 0 ? undefined : compute(last[1] ?? '', value.slice(open + 1, end))
    if (result === undefined) return value
    value = value.slice(0, last.index) + result + value.slice(end + 1)
  }
  return value
}

const maxRounds = 50

const compute = (name: string, inside: string): string | undefined => {
  const terms = inside.split(',').map(evaluate)
  const unit = terms.find(term => term?.unit)?.unit ?? ''
  const numbers = terms.flatMap(term =>
    term && (term.unit === unit || term.unit === '') ? [term.number] : [],
  )
  const [first = 0, second = 0, third = 0] = numbers
  if (numbers.length !== terms.length) return undefined
  const kind = name.toLowerCase()
  if (kind === 'min') return `${round(Math.min(...numbers))}${unit}`
  if (kind === 'max') return `${round(Math.max(...numbers))}${unit}`
  if (kind === 'clamp') return `${round(Math.max(first, Math.min(second, third)))}${unit}`
  return `${round(first)}${unit}`
}

const round = (value: number): number => Math.round(value * 1e6) / 1e6

type Term = { number: number; unit: string }
type Operator = '+' | '-' | '*' | '/'

const weights: Record<Operator, number> = { '+': 1, '-': 1, '*': 2, '/': 2 }
const token = /\s*(?:([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(%|[a-z]*)|([()*/])|([+-])(?=\s))/iy

/** Two stacks, as a desk calculator does it: nothing here recurses. */
const evaluate = (text: string): Term | undefined => {
  const terms: Term[] = []
  const operators: (Operator | '(')[] = []
  const settle = (weight: number): boolean => {
    for (;;) {
      const top = operators.at(-1)
      if (top === undefined || top === '(' || weights[top] < weight) return true
      operators.pop()
      const [right, left] = [terms.pop(), terms.pop()]
      const result = left && right && apply(top, left, right)
      if (!result) return false
      terms.push(result)
    }
  }
  const trimmed = text.trim()
  token.lastIndex = 0
  while (token.lastIndex < trimmed.length) {
    const match = token.exec(trimmed)
    if (!match) return undefined
    const [, number, unit = '', mark, sign] = match
    const operator = (mark ?? sign) as Operator | '(' | ')' | undefined
    if (number !== undefined) terms.push({ number: Number(number), unit: unit.toLowerCase() })
    else if (operator === '(') operators.push('(')
    else if (operator === ')') {
      if (!settle(0) || operators.pop() !== '(') return undefined
    } else if (operator) {
      if (!settle(weights[operator])) return undefined
      operators.push(operator)
    }
  }
  return settle(0) && terms.length === 1 && operators.length === 0 ? terms[0] : undefined
}

const apply = (operator: Operator, left: Term, right: Term): Term | undefined => {
  const unit = left.unit || right.unit
  if (operator === '+' || operator === '-') {
    if (left.unit !== right.unit && left.unit && right.unit) return undefined
    return { number: left.number + (operator === '+' ? 1 : -1) * right.number, unit }
  }
  if (operator === '/') return right.unit ? undefined : { number: left.number / right.number, unit }
  return left.unit && right.unit ? undefined : { number: left.number * right.number, unit }
}
