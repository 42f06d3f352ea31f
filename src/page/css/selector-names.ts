import { splitList } from './color.ts'

/** Classes and ids of selectors: all of them, and those of the elements that they select. */
export type Names = { all: Set<string>; own: Set<string> }
export const noNames = (): Names => ({ all: new Set(), own: new Set() })

export const namesIn = (selector: string): string[] => selector.match(/[.#](?:[\w-]|\\.)+/g) ?? []

/** What a key press leads to, or what is drawn beside an element, says nothing of the element. */
export const addNames = ({ all, own }: Names, list: string) => {
  const selectors = list.includes(':') ? splitList(list).filter(mayCome).join() : list
  const parts = beside.test(selectors)
    ? selectors.split(/[\s,>+~]/).filter(part => !beside.test(part))
    : [selectors]
  for (const part of parts) for (const name of namesIn(part)) all.add(name)
  for (const selector of selectors.split(',')) {
    const selected = selectedBy(selector)
    if (!beside.test(selected)) for (const name of namesIn(selected)) own.add(name)
  }
}

/** Nobody points at what is gone, and whether a link leads to it is asked for each element. */
const mayCome = (selector: string): boolean =>
  !pointed.test(
    selector
      .trimEnd()
      .split(/[\s>+~]/)
      .at(-1) ?? '',
  )
const pointed = /^[^(:]*:(?:hover|target|focus-within)$/i

/** What it says of the element itself; all of it where parentheses or a nesting may do so. */
export const selectedBy = (selector: string): string =>
  /[(&]/.test(selector)
    ? selector
    : (selector
        .trimEnd()
        .split(/[\s>+~]/)
        .at(-1) ?? '')
const beside = /:(?:before|after|focus|focus-visible|active)(?![\w-])/i
