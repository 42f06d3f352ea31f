import type { State } from './state.ts'

/** Whether all lines of the page may be read once more for a field: not for thousands of them. */
export const maySearch = (state: State): boolean => ++state.searches <= maxSearches

const maxSearches = 200
