import { createRequire } from 'node:module'

const file = 'css-tree/dist/csstree.esm'

/** In one file: as 200 modules it takes a tenth of a second of every start and of every thread. */
const cssTree = createRequire(import.meta.url)(file) as typeof import('css-tree')

export const { ident, parse, tokenize, tokenTypes, walk } = cssTree
