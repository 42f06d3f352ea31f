import type { HtmlElement } from '../../html/html.ts'

/** Where something stands in a file. */
export type FilePlace = {
  page?: number
  slide?: number
  sheet?: string
  /** As spreadsheets name it: `B7`. */
  cell?: string
}

const attributes = {
  page: 'data-sr-page',
  slide: 'data-sr-slide',
  sheet: 'data-sr-sheet',
  cell: 'data-sr-cell',
}
const names = Object.keys(attributes) as (keyof FilePlace)[]

/** The attributes by which the tree of a file says where its parts stood. */
export const placeAttributes = (
  place: {
    [Name in keyof FilePlace]: FilePlace[Name] | undefined
  },
): Record<string, string> =>
  Object.fromEntries(
    names.flatMap(name =>
      place[name] === undefined ? [] : [[attributes[name], String(place[name])]],
    ),
  )

export const placeAttributeNames: readonly string[] = Object.values(attributes)

/** The place of an element, by what it and the elements around it say; undefined on a web page. */
export const placeOf = (element: HtmlElement): FilePlace | undefined => {
  const said: Partial<Record<keyof FilePlace, string>> = {}
  for (let at: HtmlElement | undefined = element; at; at = at.parent)
    for (const name of names) said[name] ||= at.attributes[attributes[name]] ?? ''
  const { page, slide, sheet, cell } = said
  const place: FilePlace = {
    ...(isNumber(page) && { page: Number(page) }),
    ...(isNumber(slide) && { slide: Number(slide) }),
    ...(sheet && { sheet: sheet.slice(0, maxSheetName) }),
    ...(cell && /^[A-Z]{1,3}\d{1,7}$/.test(cell) && { cell }),
  }
  return Object.keys(place).length > 0 ? place : undefined
}

/** A web page may have such attributes too, and whatever it likes in them. */
const isNumber = (text: string | undefined): boolean => /^[1-9]\d{0,5}$/.test(text ?? '')
const maxSheetName = 200
