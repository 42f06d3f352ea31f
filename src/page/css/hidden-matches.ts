import type { HtmlElement } from '../html/html.ts'
import { type HiddenRules, isSetAnew, tooMuch, type Undoable } from './hidden-rules.ts'
import { readStyle, styleValue } from './inline-style.ts'
import type { CompiledSelector } from './selector.ts'
import { classesOf, htmlSelectors } from './tree.ts'
import type { BySubject } from './written-selector.ts'

/** A selector that needs more to say no was made to need more. */
const maxSteps = 2_000

/** Whether a rule of the page hides the element by more than that property. */
export const takesAway = (element: HtmlElement, rules: HiddenRules, by: Undoable): boolean =>
  isOneOf(element, rules, rules.hiding, one => rules.undoable.get(one) !== by)

/** Whether a rule hides the element by that property. */
export const isHiddenBy = (element: HtmlElement, rules: HiddenRules, by: Undoable): boolean =>
  isOneOf(element, rules, rules.hiding, one => rules.undoable.get(one) === by)

/** Whether what that property alone hides is seen all the same. */
export const isSeenAgain = (element: HtmlElement, rules: HiddenRules, by: Undoable): boolean => {
  const { style = '' } = element.attributes
  const own = by === 'visibility' ? styleValue(style, by) : undefined
  if (own !== undefined) return own === 'visible'
  const { variables, paper } = rules
  if (by !== 'visibility' && style !== '' && isSetAnew(readStyle(style, variables), by, paper))
    return true
  if (drawnAnyway[by].has(element.name)) return true
  return isOneOf(element, rules, rules.undoing(by))
}

/** Pictures have no letters; fields have a size of their own, and links, marks and fonts a color. */
const drawnAnyway: Record<Undoable, ReadonlySet<string>> = {
  visibility: new Set(),
  'font-size': new Set(['img', 'picture', 'video', 'table', 'button', 'font']),
  color: new Set(['img', 'picture', 'video', 'table', 'button', 'a', 'mark']),
}

const isOneOf = (
  element: HtmlElement,
  rules: HiddenRules,
  index: BySubject,
  counts = (_: CompiledSelector<HtmlElement>) => true,
): boolean => {
  if (index.size === 0) return false
  const { id, class: classes } = element.attributes
  const subjects = [`#${id}`, ...classesOf(classes).map(one => `.${one}`), element.name, '*']
  const selects = (one: CompiledSelector<HtmlElement>) =>
    counts(one) && htmlSelectors.matches(one, element, rules.search)
  return spending(rules, () => subjects.some(one => index.get(one)?.some(selects))) === true
}

/** The class, id or tag by which a rule of the page hides the element. */
export const hidingSubject = (element: HtmlElement, rules: HiddenRules): string | undefined => {
  if (rules.hiding.size === 0) return undefined
  const { id, class: classes } = element.attributes
  return spending(rules, () => {
    if (id !== undefined && hides(`#${id}`, element, rules)) return `#${id}`
    if (classes !== undefined)
      for (const subject of hidingClasses(classes, rules))
        if (hides(subject, element, rules) && !isShownWide(subject, classes, rules)) return subject
    // `section { display: none } #first:checked ~ .one { display: block }`
    const names = classesOf(classes).map(one => `.${one}`)
    if ([`#${id}`, ...names].some(name => rules.shown.has(name))) return undefined
    if (hides(element.name, element, rules)) return element.name
    return hides('*', element, rules) ? '*' : undefined
  })
}

/** The answer, or undefined where it takes too many steps. */
const spending = <Answer>({ steps }: HiddenRules, answer: () => Answer): Answer | undefined => {
  if (steps.ofPage === 0) return undefined
  const given = Math.min(maxSteps, steps.ofPage)
  steps.left = given
  try {
    return answer()
  } catch (error) {
    if (error !== tooMuch) throw error
    return undefined
  } finally {
    steps.ofPage -= given - Math.max(0, steps.left)
  }
}

const hides = (subject: string, element: HtmlElement, { hiding, search }: HiddenRules): boolean =>
  hiding.get(subject)?.some(one => htmlSelectors.matches(one, element, search)) ?? false

/** `hidden lg:block`: in the window of a larger screen a later rule shows it. */
const isShownWide = (
  subject: string,
  names: string,
  { classes, hiding: all }: HiddenRules,
): boolean => {
  const hiding = classes.hiding.get(subject)
  // Another selector for the same class may say more than a single class can undo.
  if (!hiding || classes.wide.size === 0 || all.get(subject)?.length !== 1) return false
  return classesOf(names).some(name => {
    const wide = classes.wide.get(`.${name}`)
    if (!wide) return false
    return wide.isImportant === hiding.isImportant ? wide.order > hiding.order : wide.isImportant
  })
}

const hidingClasses = (
  classes: string,
  { hiding, hidingClasses: known }: HiddenRules,
): string[] => {
  let subjects = known.get(classes)
  if (!subjects) {
    subjects = classesOf(classes)
      .map(one => `.${one}`)
      .filter(subject => hiding.has(subject))
    known.set(classes, subjects)
  }
  return subjects
}
